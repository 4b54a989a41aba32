import type { OpenFile } from './open-file.js';
import { readChunksBackwards } from './read-chunks.js';

const NEWLINE = 0x0a;
/** Most lines begin so near that a whole chunk need not be read. */
const NEAR = 32 * 1024;

/** Where the line begins that the byte at a position belongs to. */
export async function lineStart(file: OpenFile, position: number): Promise<number> {
  const near = Math.max(0, position - NEAR);
  return (await startBetween(file, near, position)) ?? (await startBetween(file, 0, near)) ?? 0;
}

async function startBetween(file: OpenFile, from: number, to: number): Promise<number | undefined> {
  for await (const { chunk, at } of readChunksBackwards(file, to, from)) {
    const newline = chunk.lastIndexOf(NEWLINE);
    if (newline !== -1) return at + newline + 1;
  }
  return undefined;
}
