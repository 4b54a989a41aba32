import { ftruncateSync, writeSync } from 'node:fs';
import { journalFailure } from './journal-failure.js';

/** Writes all bytes at a place at the end of a file, or none: what a full disk took of them goes again. */
export function writeAt(file: number, path: string, bytes: Buffer, place: number): void {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, place + done);
    }
  } catch (error) {
    ftruncateSync(file, place);
    throw journalFailure(path, error);
  }
}
