import type { StoredTurn } from '../store/turn-store.js';
import type { LineEncoding } from './event-piece.js';
import { createEventPiece, type EventPiece } from './event-piece.js';
import type { TurnTails } from './turn-tails.js';

export interface EventStreamOptions {
  readonly turn: StoredTurn;
  readonly tails: TurnTails;
  /** The `seq` of the last event that the reader has. */
  readonly after: number;
  readonly encoding: LineEncoding;
}

/** How much waits for a client that reads slowly, beside one piece. */
const HIGH_WATER_BYTES = 64 * 1024;

/**
 * The events of a turn as bytes, from a cursor to the `end`. A reader is that cursor: what it doesn't
 * take stays in the journal, and when it goes, nothing else does.
 */
export function createEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { encoding } = options;
  const ping = new TextEncoder().encode(encoding.ping);
  const reader = createPieceReader(options);

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.next();
          if (reader.isClosed) return;
          if (next === 'silence') controller.enqueue(ping);
          else if (next !== 'over') controller.enqueue(next.bytes(encoding));
          else {
            reader.close();
            controller.close();
          }
        } catch (error) {
          reader.close();
          throw error;
        }
      },
      cancel: () => reader.close(),
    },
    { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

/** Reads pieces one after the other: with the others at the tail, alone where it is behind them. */
export interface PieceReader {
  next(): Promise<EventPiece | 'silence' | 'over'>;
  readonly isClosed: boolean;
  close(): void;
}

export function createPieceReader({
  turn,
  tails,
  after,
}: Omit<EventStreamOptions, 'encoding'>): PieceReader {
  const { tail, leave } = tails.join(turn);
  let cursor = after;
  let isClosed = false;
  let alone: { iterator: AsyncIterator<readonly string[]>; stop: AbortController } | undefined;

  const readAlone = async (): Promise<EventPiece | undefined> => {
    if (alone === undefined) {
      const stop = new AbortController();
      const lines = turn.batches({ after: cursor, signal: stop.signal });
      alone = { iterator: lines[Symbol.asyncIterator](), stop };
    }
    const { done, value } = await alone.iterator.next();
    return done === true ? undefined : createEventPiece(value);
  };

  const rejoin = (): void => {
    const left = alone;
    alone = undefined;
    left?.stop.abort();
    // It waits for nothing: there is more in the file than it has read.
    void left?.iterator.return?.();
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
