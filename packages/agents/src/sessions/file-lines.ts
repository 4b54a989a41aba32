import { defaultMaxLineBytes } from '@dragoman/protocol/internal';
import type { OpenFile } from './open-file.js';
import { type ReadChunksOptions, readChunks } from './read-chunks.js';

// The framer of files. It gives the lines that protocol's `createLineFramer` gives (a test compares
// them), with their positions, and leaves runs of whole lines together: that is what makes it fast.

/** A line and its position in its file. */
export interface PositionedLine {
  readonly at: number;
  /** Where the next line begins. */
  readonly end: number;
  /** Absent when the line is longer than a line may be. */
  readonly text: string | undefined;
  /** False for a last line without a newline. */
  readonly terminated: boolean;
}

/** Whole lines that lie together in a file. */
export interface LineRun {
  readonly at: number;
  /** Where the next line begins. */
  readonly end: number;
  /** Without the newline behind the last line. Undefined for a single line that is too long. */
  readonly bytes: Buffer | undefined;
  /** False for the last line of a file without a newline. */
  readonly terminated: boolean;
}

interface ReadLinesOptions extends ReadChunksOptions {
  readonly maxLineBytes?: number | undefined;
}

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Shows the lines between two positions, of which the first is the beginning of a line, until `show`
 * returns false.
 */
export function readLines(
  file: OpenFile,
  from: number,
  to: number,
  show: (line: PositionedLine) => unknown,
  options: ReadLinesOptions = {},
): Promise<void> {
  return readRuns(file, from, to, (run) => showLines(run, show, options.maxLineBytes), options);
}

/**
 * Shows the runs of whole lines between two positions, until `show` returns false. The bytes are valid
 * until it returns. Lines that cross chunks are shown one by one; of a line that is too long nothing is
 * held.
 */
export async function readRuns(
  file: OpenFile,
  from: number,
  to: number,
  show: (run: LineRun) => unknown,
  { maxLineBytes = defaultMaxLineBytes, ...reading }: ReadLinesOptions = {},
): Promise<void> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let at = from;

  const hold = (bytes: Buffer): void => {
    heldBytes += bytes.length;
    if (heldBytes > maxLineBytes) held = [];
    else held.push(Buffer.from(bytes));
  };
  /** Shows the line of which `hold` has kept the beginning. */
  const release = (rest: Buffer, terminated: boolean): unknown => {
    const length = heldBytes + rest.length;
    const bytes = length > maxLineBytes ? undefined : Buffer.concat([...held, rest]);
    const start = at;
    at += terminated ? length + 1 : length;
    held = [];
    heldBytes = 0;
    return show({ at: start, end: at, bytes, terminated });
  };

  for await (const chunk of readChunks(file, from, to, reading)) {
    let start = 0;
    if (heldBytes > 0) {
      const end = chunk.indexOf(NEWLINE);
      if (end === -1) {
        hold(chunk);
        continue;
      }
      if (release(chunk.subarray(0, end), true) === false) return;
      start = end + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= start) {
      const runAt = at;
      at += last + 1 - start;
      const bytes = chunk.subarray(start, last);
      if (show({ at: runAt, end: at, bytes, terminated: true }) === false) return;
      start = last + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (heldBytes > 0) release(NOTHING, false);
}

/**
 * Shows each line of a run, until `show` returns false; returns false then. Each line is decoded alone:
 * one rare character in a large text would make all of it take twice the memory and time.
 */
export function showLines(
  { at, end, bytes, terminated }: LineRun,
  show: (line: PositionedLine) => unknown,
  maxLineBytes = defaultMaxLineBytes,
): boolean {
  if (bytes === undefined) return show({ at, end, text: undefined, terminated }) !== false;
  let start = 0;
  for (let to = bytes.indexOf(NEWLINE); to !== -1; to = bytes.indexOf(NEWLINE, start)) {
    const text = to - start > maxLineBytes ? undefined : bytes.toString('utf8', start, to);
    const line = { at: at + start, end: at + to + 1, text, terminated: true };
    if (show(line) === false) return false;
    start = to + 1;
  }
  const isTooLong = bytes.length - start > maxLineBytes;
  const text = isTooLong ? undefined : bytes.toString('utf8', start);
  return show({ at: at + start, end, text, terminated }) !== false;
}
