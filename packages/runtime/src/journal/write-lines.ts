import { ftruncateSync, writeSync } from 'node:fs';
import { isDiskFull, journalFailure } from './journal-failure.js';

/** Shared by all journals: writing is synchronous, and a buffer for each batch would pile up. */
const SCRATCH = Buffer.allocUnsafeSlow(256 * 1024);
const MOST_BYTES_PER_UNIT = 3;
const NEWLINE = 0x0a;

/**
 * Writes all lines at an offset at the end of a file, with a newline behind each, or none: what a full
 * disk took of them goes again. Gives their length in bytes.
 */
export function writeLines(
  file: number,
  path: string,
  lines: readonly string[],
  offset: number,
): number {
  let end = offset;
  let held = 0;
  const writeAll = (bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length; ) {
      const written = writeSync(file, bytes, done, bytes.length - done, end);
      done += written;
      end += written;
    }
  };
  const writeHeld = (): void => {
    writeAll(SCRATCH.subarray(0, held));
    held = 0;
  };
  try {
    for (const line of lines) {
      const most = line.length * MOST_BYTES_PER_UNIT + 1;
      if (held + most > SCRATCH.length) writeHeld();
      if (most > SCRATCH.length) {
        writeAll(Buffer.from(`${line}\n`));
        continue;
      }
      held += SCRATCH.write(line, held);
      SCRATCH[held] = NEWLINE;
      held += 1;
    }
    writeHeld();
  } catch (error) {
    ftruncateSync(file, offset);
    throw journalFailure(path, error);
  }
  return end - offset;
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
