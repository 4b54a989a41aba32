import type { FileHandle } from 'node:fs/promises';
import { readHead } from './journal-line.js';

const CHUNK_BYTES = 64 * 1024;
const HEAD_BYTES = 1024;
const NEWLINE = 0x0a;

/**
 * The offset of a line shortly before the first line after `seq`. Numbers grow with the
 * offset, so the file is halved again and again: a gigabyte takes some fifteen small reads.
 */
export async function findCursor(file: FileHandle, seq: number): Promise<number> {
  if (seq === 0) return 0;
  let low = 0;
  let high = (await file.stat()).size;
  while (high - low > CHUNK_BYTES) {
    const middle = Math.floor((low + high) / 2);
    const line = await firstLineFrom(file, middle, high);
    if (line !== undefined && line.seq <= seq) low = line.start;
    else high = middle;
  }
  return low;
}

/** The first line that begins after an offset and can be read. */
async function firstLineFrom(
  file: FileHandle,
  from: number,
  before: number,
): Promise<{ start: number; seq: number } | undefined> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = from; at < before; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    const newline = chunk.subarray(0, bytesRead).indexOf(NEWLINE);
    if (bytesRead === 0) return undefined;
    if (newline === -1) {
      at += bytesRead;
      continue;
    }
    const start = at + newline + 1;
    if (start >= before) return undefined;
    const head = await readHeadAt(file, start);
    if (head !== undefined) return { start, seq: head.seq };
    at = start;
  }
  return undefined;
}

async function readHeadAt(file: FileHandle, start: number) {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return readHead(bytes.toString('utf8', 0, bytesRead));
}
