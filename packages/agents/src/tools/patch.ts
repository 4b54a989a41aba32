import type { FileChange } from '@dragoman/protocol';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const END_OF_FILE = '*** End of File';
const MOVE = '*** Move to: ';

export interface Patch {
  /** Paths as the patch writes them, in its order. */
  readonly changes: FileChange[];
}

const sectionKinds: ReadonlyMap<string, FileChange['kind']> = new Map([
  ['*** Add File: ', 'add'],
  ['*** Update File: ', 'update'],
  ['*** Delete File: ', 'delete'],
]);

/** One file's part of a patch, while its lines are read. */
interface Section {
  readonly path: string;
  readonly kind: FileChange['kind'];
  movedTo?: string;
  readonly lines: string[];
}

/**
 * Reads the text of an `apply_patch` patch; undefined when it is none. As forgiving as Codex's own
 * reader: the marks may be indented, a heredoc may stand around the patch, its end may be missing.
 */
export function readPatch(text: string): Patch | undefined {
  const lines = text.trimEnd().split('\n').map(withoutCarriageReturn);
  const begin = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('<<'));
  if (lines[begin]?.trim() !== BEGIN) return undefined;

  const sections: Section[] = [];
  for (const line of lines.slice(begin + 1)) {
    const section = sections.at(-1);
    // A line of context begins with a space, so within an update an indented mark is content.
    const mark = section?.kind === 'update' ? line.trimEnd() : line.trim();
    if (mark === END) break;
    const opened = openSection(mark);
    if (opened !== undefined) sections.push(opened);
    else if (section !== undefined) addLine(section, line);
  }
  return { changes: sections.map(toChange) };
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function openSection(line: string): Section | undefined {
  for (const [mark, kind] of sectionKinds) {
    if (line.startsWith(mark)) return { path: line.slice(mark.length), kind, lines: [] };
  }
  return undefined;
}

function addLine(section: Section, line: string): void {
  if (section.kind === 'delete' || line === END_OF_FILE) return;
  if (section.kind === 'update' && section.lines.length === 0) {
    if (line.startsWith(MOVE) && section.movedTo === undefined) {
      section.movedTo = line.slice(MOVE.length).trim();
      return;
    }
    if (!line.startsWith('@@')) section.lines.push('@@');
  }
  // A line left quite empty stands for an empty line of context.
  if (section.kind === 'update') section.lines.push(line === '' ? ' ' : line);
  else if (line.startsWith('+')) section.lines.push(line);
}

function toChange({ path, kind, movedTo, lines }: Section): FileChange {
  return {
    path,
    kind,
    ...(movedTo === undefined ? {} : { moved_to: movedTo }),
    ...(lines.length === 0 ? {} : { diff: `${lines.join('\n')}\n` }),
  };
}

/** A unified diff without the lines that name its files. */
export function hunksOf(diff: string): string {
  if (diff.startsWith('@@')) return diff;
  const at = diff.indexOf('\n@@');
  return at === -1 ? '' : diff.slice(at + 1);
}

/** Puts a mark before each line of a text, as a diff does: `+` for one that was added. */
export function markLines(mark: '+' | '-', text: string): string {
  if (text === '') return '';
  const ended = text.endsWith('\n');
  const lines = (ended ? text.slice(0, -1) : text).split('\n');
  return lines.map((line) => `${mark}${line}`).join('\n') + (ended ? '\n' : '');
}
