import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTick } from 'node:timers/promises';

/** Reads a file that grows, in pieces that end with a line. */
interface WholeLines {
  /** The next lines; none when there is no further whole line for now. */
  next(): Promise<FoundLines>;
}

interface FoundLines {
  /** Each with its newline. */
  readonly lines: readonly string[];
  /** The same as they are in the file. */
  readonly bytes: Buffer;
}

const CHUNK_BYTES = 64 * 1024;
/** More than the longest line that a journal holds. */
const LARGEST_CHUNK_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Holds nothing between calls but a position in the file: an unfinished line is read again, because
 * whoever repairs the journal may have cut it off by then.
 *
 * What is read has mostly just been written: to wake a thread for it takes longer than to read it. All
 * others have their turn before each piece.
 */
export function readWholeLines(file: FileHandle, from: number): WholeLines {
  let position = from;
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);

  const read = (): Buffer => chunk.subarray(0, readSync(file.fd, chunk, 0, chunk.length, position));

  return {
    async next() {
      await nextTick();
      let bytes = read();
      while (bytes.length === chunk.length && !bytes.includes(NEWLINE)) {
        if (chunk.length >= LARGEST_CHUNK_BYTES) {
          position += bytes.length;
        } else {
          chunk = Buffer.allocUnsafe(chunk.length * 4);
        }
        bytes = read();
      }
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      const lines = linesOf(bytes.toString('utf8', 0, end));
      position += end;
      const whole = bytes.subarray(0, end);
      // Whoever keeps a few bytes doesn't keep all of the chunk.
      const isFew = end < chunk.length / 2;
      const found = { lines, bytes: isFew ? Buffer.from(whole) : whole };
      // One that has grown for a long line is let go: a turn may be silent for hours after it.
      if (!isFew || chunk.length > CHUNK_BYTES) chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      return found;
    },
  };
}

/** Slices of the text, which copy nothing: a newline put to each would. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}
