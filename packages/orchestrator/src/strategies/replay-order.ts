/**
 * Hands a strategy what happened one by one, in the order of the log, each only after everything has been
 * done that follows from the one before. So a strategy that is called again takes the same way, also where
 * what it asks next depends on which of its tasks ended first.
 */
export interface ReplayOrder {
  /** Resolves when it is the turn of what has just happened, or happened before the strategy was resumed. */
  turnOf(name: string): Promise<void>;
}

/**
 * How long anything waits for the strategy to ask for what it once knew before it. A strategy
 * that keeps its promise asks for that at once; another one is found out at its end.
 */
const PATIENCE_MS = 1000;

/** @param before the names of what happened before, in its order */
export function createReplayOrder(before: readonly string[]): ReplayOrder {
  const positions = new Map(before.map((name, position) => [name, position]));
  const recorded = new Map<number, () => void>();
  const live: (() => void)[] = [];
  let next = 0;
  let isRunning = false;
  let patience: NodeJS.Timeout | undefined;

  const take = (): (() => void) | undefined => {
    if (next >= before.length && recorded.size === 0) return live.shift();
    const resolve = recorded.get(next);
    if (resolve !== undefined) recorded.delete(next);
    next += resolve === undefined ? 0 : 1;
    return resolve;
  };

  const deliver = (): void => {
    const resolve = take();
    if (resolve === undefined) {
      isRunning = false;
      if (live.length + recorded.size > 0) patience ??= setTimeout(skip, PATIENCE_MS);
      return;
    }
    clearTimeout(patience);
    patience = undefined;
    resolve();
    setImmediate(deliver);
  };

  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(deliver);
  };

  /** What isn't asked for again is left out. */
  const skip = (): void => {
    patience = undefined;
    next = Math.min(before.length, ...recorded.keys());
    run();
  };

  return {
    turnOf: (name) =>
      new Promise((resolve) => {
        const position = positions.get(name);
        if (position === undefined || position < next) live.push(resolve);
        else recorded.set(position, resolve);
        run();
      }),
  };
}
