import { ftruncateSync, writeSync } from 'node:fs';
import { journalFailure } from './journal-failure.js';

/** Shared by all journals: writing is synchronous, and a buffer for each batch would pile up. */
const SCRATCH = Buffer.allocUnsafeSlow(256 * 1024);
const MOST_BYTES_PER_UNIT = 3;

/**
 * Writes all of a text at a place at the end of a file, or none: what a full disk took of it goes
 * again. Gives its length in bytes.
 */
export function writeAt(file: number, path: string, text: string, place: number): number {
  const bytes = toBytes(text);
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, place + done);
    }
  } catch (error) {
    ftruncateSync(file, place);
    throw journalFailure(path, error);
  }
  return bytes.length;
}

function toBytes(text: string): Buffer {
  if (text.length * MOST_BYTES_PER_UNIT > SCRATCH.length) return Buffer.from(text);
  return SCRATCH.subarray(0, SCRATCH.write(text));
}
