import { refusal } from '../errors/refusal.js';

/** Does a work when there is a slot for it. It must end itself where its signal aborts. */
export type RunInSlot = <Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

export interface SlotsOptions {
  /** How many works run at once. */
  readonly most: number;
  /** How many may wait for a slot. */
  readonly mostWaiting: number;
}

/**
 * Lets so many works run at once; others wait, in their order. Rejects with `too_many_requests` where too
 * many wait; whoever leaves while it waits waits no more.
 */
export function createSlots({ most, mostWaiting }: SlotsOptions): RunInSlot {
  const waiting = new Set<() => void>();
  let running = 0;

  const slot = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });

  return async (work, signal) => {
    signal.throwIfAborted();
    if (running < most) running += 1;
    else if (waiting.size >= mostWaiting) throw tooMany(waiting.size);
    else await slot(signal);
    try {
      return await work();
    } finally {
      // Whoever waits has the slot now.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
}

function tooMany(count: number): Error {
  return refusal(
    'too_many_requests',
    `${count} requests wait for the messages of sessions already: ask again in a moment.`,
    { headers: { 'retry-after': '5' } },
  );
}
