import { readSync } from 'node:fs';
import { createLineOrder } from './line-order.js';

const CHUNK_BYTES = 1024 * 1024;
const HEAD_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * The number that the events of a journal have come to, by all of its lines: the way readers see them,
 * so that what is written next follows for them, too. For a journal whose last line can't be believed.
 */
export function believedSeq(file: number, size: number): number {
  const order = createLineOrder(0);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let head = '';
  for (let at = 0; at < size && !order.ended; ) {
    const bytes = chunk.subarray(0, readSync(file, chunk, 0, Math.min(CHUNK_BYTES, size - at), at));
    if (bytes.length === 0) break;
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      order.take(head + bytes.toString('utf8', from, Math.min(end, from + HEAD_BYTES)));
      head = '';
      from = end + 1;
    }
    if (head.length < HEAD_BYTES) head += bytes.toString('utf8', from, from + HEAD_BYTES);
    at += bytes.length;
  }
  return order.highest;
}
