import { setTimeout as delay } from 'node:timers/promises';
import type { Turn } from '@dragoman/runtime';
import { refusal } from '../errors/refusal.js';

/** The turns that this process conducts, and how they come to their end with it. */
export interface TurnsAtWork {
  readonly isDraining: boolean;
  /** Begins a turn, unless no more begin: then it rejects with `draining`. */
  begin(start: () => Promise<Turn>): Promise<Turn>;
  readonly count: number;
  /** No more turns begin. Waits for those at work, and cancels what is left after a while. */
  drain(waitMs: number): Promise<void>;
}

const WORDS = 'The server is shutting down.';

export function createTurnsAtWork(): TurnsAtWork {
  const turns = new Set<Turn>();
  const starting = new Set<Promise<unknown>>();
  let isDraining = false;

  const allEnded = () => Promise.all([...turns].map(({ outcome }) => outcome));

  return {
    get isDraining() {
      return isDraining;
    },
    get count() {
      return turns.size;
    },
    async begin(start) {
      if (isDraining) {
        throw refusal('draining', `${WORDS} It takes no new turns.`, { headers: RETRY });
      }
      const started = start();
      starting.add(started);
      try {
        const turn = await started;
        turns.add(turn);
        void turn.outcome.finally(() => turns.delete(turn));
        return turn;
      } finally {
        starting.delete(started);
      }
    },
    async drain(waitMs) {
      isDraining = true;
      await Promise.allSettled(starting);
      const stop = new AbortController();
      const patience = delay(waitMs, undefined, { signal: stop.signal }).catch(() => {});
      await Promise.race([allEnded(), patience]);
      stop.abort();
      for (const turn of turns) void turn.cancel(WORDS);
      await allEnded();
    },
  };
}

const RETRY = { 'retry-after': '5' };
