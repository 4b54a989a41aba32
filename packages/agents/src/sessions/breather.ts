import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work goes on before others get a turn. */
const MOST_BUSY_MS = 5;

/**
 * For work of many small synchronous steps: called between them, it lets the event loop go on from
 * time to time, and throws when the signal is aborted.
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
