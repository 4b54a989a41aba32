import { structuredPatch } from 'diff';

/** How the lines of a text changed. */
export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  /** The hunks of a unified diff, without a header. */
  readonly diff: string;
}

/** Two texts of which hardly a line is the same are not searched for it. */
const LIMITS = { maxEditLength: 2000, timeout: 500 };
const CONTEXT = 3;
/** Git looks for a zero there, too. */
const BINARY_BYTES = 8000;

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** Whether bytes are no text, as git decides it. */
export function isBinary(content: Buffer): boolean {
  return content.subarray(0, BINARY_BYTES).includes(0);
}

/** Compares two texts line by line. Bytes that are no UTF-8 count as they are. */
export function diffLines(before: Buffer, after: Buffer): LineDiff {
  const [old, young] = [before.toString('latin1'), after.toString('latin1')];
  const patch = structuredPatch('', '', old, young, undefined, undefined, {
    context: CONTEXT,
    ...LIMITS,
  });
  const hunks: readonly Hunk[] = patch?.hunks ?? [replacement(linesOf(old), linesOf(young))];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    diff: Buffer.from(hunks.map(hunkText).join(''), 'latin1').toString('utf8'),
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** All lines between what both begin and end with, taken away and added. */
function replacement(old: readonly string[], young: readonly string[]): Hunk {
  const most = Math.min(old.length, young.length);
  let head = 0;
  while (head < most && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === young.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT);
  const above = old.slice(from, head).map((line) => ` ${line}`);
  const below = old
    .slice(old.length - tail)
    .slice(0, CONTEXT)
    .map((line) => ` ${line}`);
  const gone = old.slice(head, old.length - tail).map((line) => `-${line}`);
  const come = young.slice(head, young.length - tail).map((line) => `+${line}`);
  const around = above.length + below.length;
  return {
    oldStart: from + 1,
    oldLines: gone.length + around,
    newStart: from + 1,
    newLines: come.length + around,
    lines: [...above, ...gone, ...come, ...below],
  };
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  const head = `@@ -${span(oldStart, oldLines)} +${span(newStart, newLines)} @@`;
  return `${[head, ...lines].join('\n')}\n`;
}

function span(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? String(start) : `${start},${count}`;
}
