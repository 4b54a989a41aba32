import { ftruncateSync, writeSync } from 'node:fs';
import { isDiskFull, journalFailure } from './journal-failure.js';

/** Shared by all journals: writing is synchronous, and a buffer for each batch would pile up. */
const SCRATCH = Buffer.allocUnsafeSlow(256 * 1024);
const MOST_BYTES_PER_UNIT = 3;

/**
 * Writes all of a text at an offset at the end of a file, or none: what a full disk took of it goes
 * again. Gives its length in bytes.
 */
export function writeAt(file: number, path: string, text: string, offset: number): number {
  const bytes = toBytes(text);
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, offset + done);
    }
  } catch (error) {
    ftruncateSync(file, offset);
    throw journalFailure(path, error);
  }
  return bytes.length;
}

function toBytes(text: string): Buffer {
  if (text.length * MOST_BYTES_PER_UNIT > SCRATCH.length) return Buffer.from(text);
  return SCRATCH.subarray(0, SCRATCH.write(text));
}

const PAUSE_MS = 50;
const MOST_PAUSES = 40;

/**
 * Tries until one of the ways works. On a full disk room is made once; whoever else fills the disk
 * may be quicker to take it, so it is tried again for a while, and always the first way first.
 */
export function retryWhileFull(
  makeRoom: () => void,
  ways: readonly (() => void)[],
  pause: () => void = pauseShortly,
): void {
  let failure = tryAll(ways.slice(0, 1));
  if (failure === undefined) return;
  makeRoom();
  for (let pauses = 0; ; pauses += 1) {
    failure = tryAll(ways);
    if (failure === undefined) return;
    if (pauses === MOST_PAUSES) throw failure;
    pause();
  }
}

/** Nothing when a way has worked; else why the last didn't, if that was a full disk. */
function tryAll(ways: readonly (() => void)[]): Error | undefined {
  let failure: Error | undefined;
  for (const way of ways) {
    try {
      way();
      return undefined;
    } catch (error) {
      if (!(error instanceof Error) || !isDiskFull(error)) throw error;
      failure = error;
    }
  }
  return failure;
}

/** Stops this process for a moment. There is nothing else to do, and nothing may come in between. */
function pauseShortly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
