const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the next try: longer after each failure, and never as long as others that failed
 * at the same moment.
 */
export function pauseAfter(failures: number): number {
  const longest = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(failures, 10));
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, or until the signal aborts, or until there is a reason to try at once. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      removeEventListener('online', end);
      document.removeEventListener('visibilitychange', onVisible);
      resolve();
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end);
    addEventListener('online', end);
    document.addEventListener('visibilitychange', onVisible);
  });
}
