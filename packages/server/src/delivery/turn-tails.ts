import type { StoredTurn } from '../store/turn-store.js';
import { createOpenCounter } from './open-counter.js';
import { createTurnTail, type TailOptions, type TurnTail } from './turn-tail.js';

/** The tails of turns that somebody reads. */
export interface TurnTails {
  /** Joins the readers of a turn. The result is called when a reader leaves. */
  join(turn: StoredTurn): { readonly tail: TurnTail; leave(): void };
  /** How many read now. */
  readonly readers: number;
  /** Resolves when nobody reads any more, or after a while. */
  empty(atMostMs: number): Promise<void>;
}

interface SharedTail {
  readonly tail: TurnTail;
  readers: number;
}

export function createTurnTails(options: TailOptions): TurnTails {
  const tails = new Map<string, SharedTail>();
  const readers = createOpenCounter();

  return {
    join(turn) {
      const { id } = turn.entry;
      const shared = tails.get(id) ?? { tail: createTurnTail(turn, options), readers: 0 };
      tails.set(id, shared);
      shared.readers += 1;
      readers.opened();
      let hasLeft = false;
      return {
        tail: shared.tail,
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          readers.closed();
          shared.readers -= 1;
          if (shared.readers > 0) return;
          tails.delete(id);
          shared.tail.close();
        },
      };
    },
    get readers() {
      return readers.count;
    },
    empty: readers.none,
  };
}
