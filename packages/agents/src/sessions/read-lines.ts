import { defaultMaxLineBytes } from '@dragoman/protocol';
import type { OpenFile } from './open-file.js';
import { type ReadChunksOptions, readChunks } from './read-chunks.js';

/** A line and where it lies in its file. */
export interface PositionedLine {
  readonly at: number;
  /** Where the next line begins. */
  readonly end: number;
  /** Absent when the line is longer than a line may be. */
  readonly text: string | undefined;
  /** False for a last line that no newline followed. */
  readonly terminated: boolean;
}

export interface ReadLinesOptions extends ReadChunksOptions {
  readonly maxLineBytes?: number | undefined;
}

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Shows the lines between two positions, of which the first is the beginning of a line, until it is
 * told to stop with `false`. Each line is decoded for itself: one rare character in a large text would
 * make all of it take twice the memory and time.
 */
export async function readLines(
  file: OpenFile,
  from: number,
  to: number,
  show: (line: PositionedLine) => unknown,
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
  const place = (bytes: number, text: string | undefined, terminated: boolean): PositionedLine => {
    const start = at;
    at += terminated ? bytes + 1 : bytes;
    return { at: start, end: at, text, terminated };
  };
  /** Ends the line of which `hold` has kept the beginning. */
  const release = (rest: Buffer, terminated: boolean): PositionedLine => {
    const bytes = heldBytes + rest.length;
    const isTooLong = bytes > maxLineBytes;
    const text = isTooLong ? undefined : Buffer.concat([...held, rest]).toString('utf8');
    held = [];
    heldBytes = 0;
    return place(bytes, text, terminated);
  };

  for await (const chunk of readChunks(file, from, to, reading)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const isHeld = heldBytes > 0 || end - start > maxLineBytes;
      const line = isHeld
        ? release(chunk.subarray(start, end), true)
        : place(end - start, chunk.toString('utf8', start, end), true);
      if (show(line) === false) return;
      start = end + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (heldBytes > 0) show(release(NOTHING, false));
}
