import type { StoredTurn } from '../store/turn-store.js';
import { createEventPiece, type EventPiece } from './event-piece.js';
import { type Reading, readFrom } from './reading.js';
import type { TurnTails } from './turn-tails.js';

/** Reads pieces one after the other: with the others at the tail, alone where it is behind them. */
export interface PieceReader {
  next(): Promise<EventPiece | 'silence' | 'over'>;
  readonly isClosed: boolean;
  close(): void;
}

/** @param after the `seq` of the last event that the reader has */
export function createPieceReader(turn: StoredTurn, tails: TurnTails, after: number): PieceReader {
  const { tail, leave } = tails.join(turn);
  let cursor = after;
  let isClosed = false;
  let alone: Reading | undefined;

  const readAlone = async (): Promise<EventPiece | undefined> => {
    alone ??= readFrom(turn, cursor);
    const { done, value } = await alone.next();
    return done === true ? undefined : createEventPiece(value);
  };

  const rejoin = (): void => {
    alone?.stop();
    alone = undefined;
  };

  return {
    async next() {
      for (;;) {
        if (isClosed) return 'over';
        const piece = tail.at(cursor);
        if (piece === 'behind') {
          const own = await readAlone();
          if (own === undefined) return 'over';
          cursor = own.last;
          return own;
        }
        if (alone !== undefined) rejoin();
        if (piece !== undefined) {
          cursor = piece.last;
          return piece;
        }
        const news = await tail.next(cursor);
        if (news !== 'news') return news;
      }
    },
    get isClosed() {
      return isClosed;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      rejoin();
      leave();
    },
  };
}
