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

/** Whether news of a file come from this very process. */
export function isWrittenHere(path: string): boolean {
  return written.has(path);
}

/** Tells the readers of a file in this process that it has grown. They look for themselves, later. */
export function wakeReaders(path: string): void {
  for (const wake of sleepers.get(path) ?? []) wake();
}

/** Calls `wake` whenever a file has grown, until the result is called. */
export function onGrowth(path: string, wake: () => void): () => void {
  const waiting = sleepers.get(path) ?? new Set();
  sleepers.set(path, waiting.add(wake));
  return () => {
    waiting.delete(wake);
    if (waiting.size === 0 && sleepers.get(path) === waiting) sleepers.delete(path);
  };
}
