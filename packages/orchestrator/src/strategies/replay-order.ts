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

/**
 * @param log the names of what has happened, in its order. It grows: an end is in the log before the
 * answer has been read that belongs to it, and the next answer may be read sooner.
 */
export function createReplayOrder(log: readonly string[]): ReplayOrder {
  const before = log.length;
  /** What waits for its turn, by its position in the log. */
  const waiting = new Map<number, () => void>();
  /** What isn't in the log, or came too late for its position. */
  const others: (() => void)[] = [];
  let next = 0;
  let isRunning = false;
  let patience: NodeJS.Timeout | undefined;

  const take = (): (() => void) | undefined => {
    const resolve = waiting.get(next);
    if (resolve === undefined) return next >= log.length ? others.shift() : undefined;
    waiting.delete(next);
    next += 1;
    return resolve;
  };

  const deliver = (): void => {
    const resolve = take();
    if (resolve === undefined) {
      isRunning = false;
      // What happened since the strategy was called comes for certain.
      const isAwaited = next < before && others.length + waiting.size > 0;
      if (isAwaited) patience ??= setTimeout(skip, PATIENCE_MS);
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
    next = Math.min(before, ...waiting.keys());
    run();
  };

  return {
    turnOf: (name) =>
      new Promise((resolve) => {
        const position = log.indexOf(name, next);
        if (position === -1) others.push(resolve);
        else waiting.set(position, resolve);
        run();
      }),
  };
}
