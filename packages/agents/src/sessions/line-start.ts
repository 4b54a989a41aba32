import type { OpenFile } from './open-file.js';
import { readChunksBackwards } from './read-chunks.js';

const NEWLINE = 0x0a;

/** Where the line begins that the byte at a position belongs to. */
export async function lineStart(file: OpenFile, position: number): Promise<number> {
  for await (const { chunk, at } of readChunksBackwards(file, position)) {
    const newline = chunk.lastIndexOf(NEWLINE);
    if (newline !== -1) return at + newline + 1;
  }
  return 0;
}
