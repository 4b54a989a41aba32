import type { StoredTurn } from '../store/turn-store.js';
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
  let readers = 0;
  let onEmpty: (() => void) | undefined;

  return {
    join(turn) {
      const { id } = turn.entry;
      const shared = tails.get(id) ?? { tail: createTurnTail(turn, options), readers: 0 };
      tails.set(id, shared);
      shared.readers += 1;
      readers += 1;
      let hasLeft = false;
      return {
        tail: shared.tail,
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          readers -= 1;
          shared.readers -= 1;
          if (readers === 0) onEmpty?.();
          if (shared.readers > 0) return;
          tails.delete(id);
          shared.tail.close();
        },
      };
    },
    get readers() {
      return readers;
    },
    empty: (atMostMs) =>
      new Promise((resolve) => {
        if (readers === 0) return resolve();
        const timer = setTimeout(resolve, atMostMs);
        onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
