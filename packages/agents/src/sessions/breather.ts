import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long nobody else gets a word in. */
const MOST_BUSY_MS = 5;

/**
 * For work of many small steps that don't wait: called between them, it lets others have a turn from
 * time to time, and ends the work when it is no longer wanted.
 */
export function createBreather(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < MOST_BUSY_MS) return;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
