import { type FSWatcher, watch } from 'node:fs';

/** Waits for a file to grow. */
interface GrowthWatch {
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

/** Readers in this process, by the file they wait for. */
const sleepers = new Map<string, Set<() => void>>();
/** Files that a writer in this process has open. */
const written = new Set<string>();

export function noteWriter(path: string): () => void {
  written.add(path);
  return () => {
    written.delete(path);
    wakeReaders(path);
  };
}

/** Whether this process has a file open for writing. */
export function isWrittenHere(path: string): boolean {
  return written.has(path);
}

/** Wakes the readers of a file in this process when it has grown. They read it later. */
export function wakeReaders(path: string): void {
  for (const wake of sleepers.get(path) ?? []) wake();
}

/** Calls `wake` whenever a file has grown, until the result is called. */
function onGrowth(path: string, wake: () => void): () => void {
  const waiting = sleepers.get(path) ?? new Set();
  sleepers.set(path, waiting.add(wake));
  return () => {
    waiting.delete(wake);
    if (waiting.size === 0 && sleepers.get(path) === waiting) sleepers.delete(path);
  };
}
