import type { StoredTurn } from '../store/turn-store.js';
import { createEventPiece, type EventPiece } from './event-piece.js';
import { orSilence } from './or-silence.js';
import { type Reading, readFrom } from './reading.js';

/**
 * What all readers of a turn share: one reading of its new lines, and the latest pieces of them. It
 * reads on when a reader has taken all there is, so nothing is read for nobody.
 */
export interface TurnTail {
  /** The piece after a cursor, if it is at hand. `behind`: it is older than what is kept here. */
  at(after: number): EventPiece | 'behind' | undefined;
  /** Reads on from a cursor that has all there is. Readers that ask at once get the same. */
  next(after: number): Promise<TailNews>;
  close(): void;
}

/** `news`: there is more. `silence`: nothing has come for a while. `over`: nothing will come. */
export type TailNews = 'news' | 'silence' | 'over';

export interface TailOptions {
  /** How much of the latest lines is kept. */
  readonly keepBytes: number;
  readonly silenceMs: number;
}

interface SharedReading {
  readonly reading: Reading;
  /** The read under way, and what all who wait for it share. */
  pending: Promise<TailNews> | undefined;
  shared: Promise<TailNews> | undefined;
}

export function createTurnTail(turn: StoredTurn, { keepBytes, silenceMs }: TailOptions): TurnTail {
  const pieces: EventPiece[] = [];
  let kept = 0;
  /** The last that is here, or was where it began. */
  let last = 0;
  let current: SharedReading | undefined;

  const begin = (after: number): SharedReading => {
    current?.reading.stop();
    pieces.length = 0;
    kept = 0;
    last = after;
    return { reading: readFrom(turn, after), pending: undefined, shared: undefined };
  };

  const keep = (piece: EventPiece): void => {
    pieces.push(piece);
    kept += piece.size;
    last = piece.last;
    while (kept > keepBytes && pieces.length > 1) kept -= pieces.shift()?.size ?? 0;
  };

  const readOn = async (own: SharedReading): Promise<TailNews> => {
    try {
      const { done, value } = await own.reading.next();
      // Another cursor has become the one that counts.
      if (own !== current) return 'news';
      if (done === true) return 'over';
      keep(createEventPiece(value));
      return 'news';
    } catch (error) {
      // Whoever comes next tries again.
      if (own === current) current = undefined;
      throw error;
    } finally {
      own.pending = undefined;
    }
  };

  return {
    at(after) {
      const [first] = pieces;
      if (after >= last) return undefined;
      if (first === undefined || after + 1 < first.first) return 'behind';
      // From the end, where most readers are.
      const piece = pieces.findLast((one) => one.first <= after + 1);
      return piece === undefined || piece.first === after + 1 ? piece : piece.after(after);
    },
    next(after) {
      // Nobody reads there: readers that are farther back read from the store.
      if (current === undefined || (after > last && current.pending === undefined)) {
        current = begin(after);
      }
      const own = current;
      own.pending ??= readOn(own);
      // One timer for all who wait.
      own.shared ??= orSilence(own.pending, silenceMs).finally(() => {
        own.shared = undefined;
      });
      return own.shared;
    },
    close() {
      current?.reading.stop();
      current = undefined;
      pieces.length = 0;
    },
  };
}
