import { type FSWatcher, watch } from 'node:fs';
import { isWrittenHere, onGrowth } from './journal-wake.js';

/** Waits for a file to grow. */
export interface GrowthWatch {
  /**
   * Resolves when the file has grown since the last time, or may have: at once for a writer in this
   * process, soon for one in another; at the latest after `atMostMs`, or when the signal aborts.
   */
  next(atMostMs: number): Promise<void>;
  close(): void;
}

/** Nothing is missed: growth between two calls of `next` counts for the second. */
export function watchGrowth(path: string, signal?: AbortSignal): GrowthWatch {
  let hasGrown = false;
  let resume: (() => void) | undefined;
  let watcher: FSWatcher | undefined;

  const wake = (): void => {
    hasGrown = true;
    resume?.();
  };
  const leave = onGrowth(path, wake);
  signal?.addEventListener('abort', wake);

  return {
    async next(atMostMs) {
      if (!isWrittenHere(path)) watcher ??= watchFile(path, wake);
      if (!hasGrown && signal?.aborted !== true) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, atMostMs);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        resume = undefined;
      }
      hasGrown = false;
    },
    close() {
      leave();
      signal?.removeEventListener('abort', wake);
      watcher?.close();
    },
  };
}

/** Where files can't be watched, or no more of them, the limit of `next` is what remains. */
function watchFile(path: string, wake: () => void): FSWatcher | undefined {
  try {
    return watch(path, { persistent: false }, wake).on('error', () => {});
  } catch {
    return undefined;
  }
}
