import type { JsonObject } from '@dragoman/protocol';
import { lineStart } from './line-start.js';
import type { OpenFile } from './open-file.js';
import { type PositionedRecord, recordAt } from './positioned-records.js';

export interface SoughtRecord {
  /** Bytes that every such record holds. */
  readonly holds: string;
  /** Whether a record that holds them is such a one. */
  readonly is: (record: JsonObject) => boolean;
  /** So far back it is worth looking. */
  readonly within: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Lines that only quote the bytes; whoever writes so many of them is not worth more time. */
const MOST_FALSE_HITS = 32;

/** The last record of a sort before a position, found by its bytes: nothing else is parsed. */
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
