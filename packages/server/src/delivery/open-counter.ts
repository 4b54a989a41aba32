/** Counts what is open, for whoever closes it. */
export interface OpenCounter {
  readonly count: number;
  opened(): void;
  closed(): void;
  /** Resolves when nothing is open, or after a while. */
  none(atMostMs: number): Promise<void>;
}

export function createOpenCounter(): OpenCounter {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    get count() {
      return count;
    },
    opened() {
      count += 1;
    },
    closed() {
      count -= 1;
      if (count === 0) for (const done of waiting) done();
    },
    none: (atMostMs) =>
      new Promise((resolve) => {
        if (count === 0) return resolve();
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, atMostMs);
        waiting.add(done);
      }),
  };
}
