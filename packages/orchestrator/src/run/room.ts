/** Why a task can't start yet, for people. Undefined: it can. */
export type Shortage = () => Promise<string | undefined>;

export interface RoomOptions {
  /** How many tasks may be at work at once. */
  readonly tasks: number;
  /** What else is needed. Asked before each start; not while nothing runs, for then waiting won't help. */
  readonly shortage?: Shortage | undefined;
  /** Gets the reason when a task waits for something that may last. */
  readonly onShortage?: ((reason: string) => void) | undefined;
  /** How often is looked whether a shortage is over, beside each end of a task. */
  readonly lookMs?: number | undefined;
}

/** Lets so many tasks be at work at once, in the order in which they were asked for. */
export interface Room {
  /** Resolves when the task may start; then gives what ends it. Rejects when the signal is aborted. */
  enter(signal: AbortSignal): Promise<() => void>;
}

const LOOK_MS = 1000;

export function createRoom({ tasks, shortage, onShortage, lookMs = LOOK_MS }: RoomOptions): Room {
  const waiting: { readonly start: () => void; readonly signal: AbortSignal }[] = [];
  let running = 0;
  let isLooking = false;
  let looks: NodeJS.Timeout | undefined;

  const leave = (): (() => void) => {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      running -= 1;
      void admit();
    };
  };

  const admit = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    clearTimeout(looks);
    while (waiting.length > 0 && running < tasks) {
      const reason = running === 0 ? undefined : await shortage?.();
      if (reason !== undefined) {
        onShortage?.(reason);
        looks = setTimeout(() => void admit(), lookMs);
        break;
      }
      const next = waiting.shift();
      if (next === undefined) break;
      running += 1;
      next.start();
    }
    isLooking = false;
  };

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const entry = {
          signal,
          start: () => {
            signal.removeEventListener('abort', onAbort);
            resolve(leave());
          },
        };
        const onAbort = (): void => {
          const position = waiting.indexOf(entry);
          if (position === -1) return;
          waiting.splice(position, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(entry);
        void admit();
      }),
  };
}
