import type { LineBatch, StoredTurn } from '../store/turn-store.js';

/** One reading of a turn from a cursor on. */
export interface Reading {
  next(): Promise<IteratorResult<LineBatch, unknown>>;
  /** Lets go of the journal, also while somebody waits for `next`. */
  stop(): void;
}

export function readFrom(turn: StoredTurn, after: number): Reading {
  const stopped = new AbortController();
  const batches = turn.batches({ after, signal: stopped.signal })[Symbol.asyncIterator]();
  return {
    next: () => batches.next(),
    stop() {
      stopped.abort();
      // Whoever stops reading has no use for what goes wrong with it.
      void batches.return?.().catch(() => {});
    },
  };
}
