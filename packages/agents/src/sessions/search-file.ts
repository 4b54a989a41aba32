import type { JsonObject } from '@dragoman/protocol';
import { defaultMaxLineBytes } from '@dragoman/protocol/internal';
import { type LineRun, readRuns } from './file-lines.js';
import type { OpenFile } from './open-file.js';
import { type PositionedRecord, recordAt } from './positioned-records.js';
import { readChunks, readChunksBackwards } from './read-chunks.js';

// Finds lines and records of a file by their bytes. Nothing else is decoded or parsed.

const NEWLINE = 0x0a;
/** Most lines begin so near that a whole chunk need not be read. */
const NEAR = 32 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** Lines that only quote the bytes. After so many the search ends. */
const MOST_FALSE_HITS = 32;

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

/** Whether any of some texts occurs between two positions of a file. */
export async function holdsAny(
  file: OpenFile,
  texts: readonly string[],
  from: number,
  to: number,
  chunkBytes?: number,
): Promise<boolean> {
  const sought = texts.map((text) => Buffer.from(text));
  const longest = sought.reduce((most, { length }) => Math.max(most, length), 2);
  // The end of what came before: a text may lie on both sides of a cut.
  let rest = Buffer.alloc(0);
  for await (const chunk of readChunks(file, from, Math.min(to, file.bytes), { chunkBytes })) {
    const seam = Buffer.concat([rest, chunk.subarray(0, longest - 1)]);
    if (sought.some((text) => seam.includes(text) || chunk.includes(text))) return true;
    rest = Buffer.concat([rest, chunk.subarray(1 - longest)]).subarray(1 - longest);
  }
  return false;
}

export interface SoughtRecord {
  /** Bytes that every such record holds. */
  readonly holds: string;
  /** Whether a record that holds them is such a one. */
  readonly is: (record: JsonObject) => boolean;
  /** How many bytes back the search goes. */
  readonly within: number;
}

/** The last record of a sort before a position. */
export async function findLastRecord(
  file: OpenFile,
  before: number,
  { holds, is, within }: SoughtRecord,
): Promise<PositionedRecord | undefined> {
  const bytes = Buffer.from(holds);
  const from = Math.max(0, before - within);
  let end = before;
  for (let hits = 0; hits < MOST_FALSE_HITS; hits += 1) {
    const hit = await findLastBytes(file, from, end, bytes);
    if (hit === undefined) return undefined;
    const start = await lineStart(file, hit);
    const found = await recordAt(file, start, before);
    if (found?.record !== undefined && is(found.record)) return found;
    end = start;
  }
  return undefined;
}

async function findLastBytes(
  file: OpenFile,
  from: number,
  to: number,
  bytes: Buffer,
): Promise<number | undefined> {
  // What a cut goes through is seen whole in the chunk before it.
  const overlap = bytes.length - 1;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES + overlap);
  for (let end = to; end > from; end -= CHUNK_BYTES) {
    const at = Math.max(from, end - CHUNK_BYTES);
    const length = await file.read(chunk.subarray(0, Math.min(end + overlap, to) - at), at);
    const hit = chunk.subarray(0, length).lastIndexOf(bytes);
    if (hit !== -1) return at + hit;
  }
  return undefined;
}

/**
 * Shows the lines of a file that hold one of some texts, each once. Lines that are too long are left
 * out. Each text is searched on its own: what several begin with may be in every line.
 */
export function siftLines(
  file: OpenFile,
  sought: readonly string[],
  show: (line: string) => void,
  chunkBytes?: number,
): Promise<void> {
  const wholes = sought.map((text) => Buffer.from(text));

  const sift = ({ bytes: lines }: LineRun): void => {
    if (lines === undefined) return;
    const nextOf = (whole: Buffer, from: number): number => {
      const at = lines.indexOf(whole, from);
      return at === -1 ? lines.length : at;
    };
    let hits = wholes.map((whole) => nextOf(whole, 0));
    for (let at = Math.min(...hits); at < lines.length; at = Math.min(...hits)) {
      const newline = lines.indexOf(NEWLINE, at);
      const start = lines.lastIndexOf(NEWLINE, at) + 1;
      const end = newline === -1 ? lines.length : newline;
      if (end - start <= defaultMaxLineBytes) show(lines.toString('utf8', start, end));
      hits = wholes.map((whole, index) => {
        const hit = hits[index] ?? 0;
        return hit >= end ? hit : nextOf(whole, end);
      });
    }
  };
  return readRuns(file, 0, file.bytes, sift, { chunkBytes });
}
