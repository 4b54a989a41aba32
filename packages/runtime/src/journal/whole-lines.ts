import type { FileHandle } from 'node:fs/promises';

/** Reads a file that grows, in pieces that end with a line. */
interface WholeLines {
  /** The next lines, without what ends them; none when there is no further whole line for now. */
  next(): Promise<string[]>;
}

const CHUNK_BYTES = 64 * 1024;
/** More than the longest line that a journal holds. */
const LARGEST_CHUNK_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Holds nothing between calls but a position in the file: an unfinished line is read again, because
 * whoever repairs the journal may have cut it off by then.
 */
export function readWholeLines(file: FileHandle, from: number): WholeLines {
  let position = from;
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);

  const read = async (): Promise<Buffer> => {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    return chunk.subarray(0, bytesRead);
  };

  return {
    async next() {
      let bytes = await read();
      while (bytes.length === chunk.length && !bytes.includes(NEWLINE)) {
        if (chunk.length >= LARGEST_CHUNK_BYTES) {
          position += bytes.length;
        } else {
          chunk = Buffer.allocUnsafe(chunk.length * 4);
        }
        bytes = await read();
      }
      const end = bytes.lastIndexOf(NEWLINE);
      const lines = end === -1 ? [] : bytes.toString('utf8', 0, end).split('\n');
      position += end + 1;
      if (chunk.length > CHUNK_BYTES) chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      return lines;
    },
  };
}
