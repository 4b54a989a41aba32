/** What must have been done before turns begin. */
export interface StartUp {
  /** Resolves when it is done. What failed is tried again, at most once a second. */
  done(): Promise<void>;
  /** Resolves when nothing of it is under way; rejects where it failed. Begins nothing. */
  settled(): Promise<void>;
}

/** Anybody may ask whether the server is ready, as often as they like. */
const PAUSE_MS = 1000;

/**
 * Does something at once, and again where it failed: for want of open files, say, which are there a moment
 * later.
 */
export function createStartUp(
  work: () => Promise<void>,
  now: () => number = () => performance.now(),
): StartUp {
  let failedAt: number | undefined;
  const begin = (): Promise<void> => {
    failedAt = undefined;
    const begun = work().catch((error: unknown) => {
      failedAt = now();
      throw error;
    });
    // Whoever needs it learns of it.
    begun.catch(() => {});
    return begun;
  };
  let latest = begin();
  return {
    done() {
      if (failedAt !== undefined && now() - failedAt >= PAUSE_MS) latest = begin();
      return latest;
    },
    settled: () => latest,
  };
}
