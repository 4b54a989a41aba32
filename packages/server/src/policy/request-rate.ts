import { Refusal } from '../errors/refusal.js';

const MINUTE_MS = 60_000;

/** Clients whose rates are remembered. */
const MOST_CLIENTS = 10_000;

/** Holds each client to a number of requests in a minute, all of which may come at once. */
export interface RequestRate {
  /** Counts a request. Throws `TooManyRequests`. */
  take(client: string): void;
}

/** A refusal that says when to come back. */
export class TooManyRequests extends Refusal {
  /** Whole seconds, at least one, for `Retry-After`. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, perMinute: number) {
    super(
      'too_many_requests',
      `These are more than ${perMinute} requests in a minute: try again in ${retryAfterSeconds} s.`,
      { headers: { 'retry-after': String(retryAfterSeconds) } },
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * For each client one number is enough: when all its requests are paid for, at an even pace. Whoever is
 * not in the table has paid. Of too many those go who asked longest ago.
 */
export function createRequestRate(
  perMinute: number,
  now: () => number = () => performance.now(),
): RequestRate {
  const interval = MINUTE_MS / perMinute;
  /** From the one who asked longest ago to the latest. */
  const paidAt = new Map<string, number>();
  return {
    take(client) {
      const time = now();
      const before = Math.max(time, paidAt.get(client) ?? 0);
      const wait = before + interval - time - MINUTE_MS;
      // Sums of fractions are not exact.
      if (wait > 1e-6) throw new TooManyRequests(Math.ceil(wait / 1000), perMinute);
      paidAt.delete(client);
      paidAt.set(client, before + interval);
      if (paidAt.size > MOST_CLIENTS) makeRoom(paidAt, time);
    },
  };
}

/** Only from the front: a request of one client takes no longer for all the others. */
function makeRoom(paidAt: Map<string, number>, time: number): void {
  for (const [client, paid] of paidAt) {
    if (paid > time && paidAt.size <= MOST_CLIENTS) return;
    paidAt.delete(client);
  }
}
