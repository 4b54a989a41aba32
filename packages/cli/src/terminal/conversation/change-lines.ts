import type { FileChange, WorkspaceChange } from '@dragoman/protocol';
import { cutLine, type Format, indented, type Line, plain } from '../line.js';
import { shortPath } from '../text/formats.js';
import { harmlessLines, harmlessName } from '../text/harmless-text.js';
import { cutLines, type Look, narrowed } from './look.js';

const SHOWN = { head: 30, tail: 10 };
const FORMATS: Readonly<Record<string, Format>> = { '+': 'green', '-': 'red', '@': 'cyan' };

const VERBS: Readonly<Record<FileChange['kind'], string>> = {
  add: 'Add',
  update: 'Edit',
  delete: 'Delete',
};

/** A changed file, where the numbers of its lines may be known beside its diff. */
type ShownChange = FileChange & Pick<WorkspaceChange, 'added' | 'removed'>;

type ChangeSize = Pick<WorkspaceChange, 'added' | 'removed' | 'diff'>;

/** The changed files, each with its diff below: `Edit src/a.ts (+3 −1)`. */
export function changeLines(changes: readonly ShownChange[], look: Look): Line[] {
  return changes.flatMap((change) => [
    changeLine(change, look),
    ...indented(diffLines(change.diff ?? '', narrowed(look, 2)), '  ').filter(() => change.diff),
  ]);
}

/** `Edit src/a.ts (+3 −1)` */
export function changeLine(change: ShownChange, look: Look): Line {
  const { path, kind, moved_to: target } = change;
  const name = (whole: string) => harmlessName(shortPath(whole, look));
  const line: Line = [
    { text: target === undefined ? VERBS[kind] : 'Move', format: 'yellow' },
    { text: ` ${name(path)}${target === undefined ? '' : ` → ${name(target)}`}` },
    ...sizeSpans(change),
  ];
  return look.full ? line : cutLine(line, look.columns);
}

/** ` (+3 −1)`, as the change says it or else as its diff shows; nothing where neither does. */
export function sizeSpans({ added = 0, removed = 0, diff }: ChangeSize): Line {
  if (added + removed === 0) return diff === undefined ? [] : sizeSpans(diffSize(diff));
  const parts = [
    ...(added > 0 ? [{ text: `+${added}`, format: 'green' as const }] : []),
    ...(added > 0 && removed > 0 ? [{ text: ' ' }] : []),
    ...(removed > 0 ? [{ text: `−${removed}`, format: 'red' as const }] : []),
  ];
  return parts.length === 0 ? [] : [{ text: ' (' }, ...parts, { text: ')' }];
}

/** A unified diff in its colours. */
export function diffLines(diff: string, look: Look): Line[] {
  const lines = harmlessLines(diff.replace(/\n$/, '')).map((text): Line => {
    const format = FORMATS[text.charAt(0)];
    return format === undefined ? plain(text) : [{ text, format }];
  });
  return cutLines(lines, SHOWN, look);
}

/** How many lines a diff adds and takes away. */
function diffSize(diff: string): ChangeSize {
  let added = 0;
  let removed = 0;
  for (const line of diff.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++ ')) added += 1;
    else if (line.startsWith('-') && !line.startsWith('--- ')) removed += 1;
  }
  return { added, removed };
}
