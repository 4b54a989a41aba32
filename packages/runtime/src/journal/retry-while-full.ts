import { isDiskFull } from './journal-failure.js';

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
