import { refusal } from '../errors/refusal.js';
import type { LineBatch, LinesOptions, TurnStatus } from '../store/turn-store.js';
import { createNews } from './channel-news.js';
import { batchOf, type EventPiece, pieceInNews, piecesIn } from './event-pieces.js';
import type { KeyNames } from './key-names.js';
import { type KnownTurn, readKnownTurn } from './known-turn.js';
import type { RedisLink } from './redis-link.js';
import { isUnavailable } from './unavailable.js';

/** The events of a turn as Redis has them, in pieces. */
export interface RemoteEvents {
  /** From a cursor to the end of the turn, as they come. */
  batches(options: LinesOptions): AsyncGenerator<LineBatch>;
  checkCursor(after: number): Promise<void>;
  /** Whether the turn ever asked this, by the events that are left. */
  wasAsked(requestId: string): Promise<boolean>;
}

export interface RemoteEventsOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly id: string;
  /** What is known of the turn. Rejects where that is gone. */
  readonly knownNow: () => Promise<KnownTurn>;
}

/** Pieces that are read at once: of some 64 KB each, or one event. */
const PIECES = '32';
/** Should news get lost, the stream is looked at all the same. */
export const POLL_MS = 2000;
/** So long an event may take from its journal to here. */
const LAG_MS = 3000;
/** So long the node of a turn may take to make it known to a Redis that came back empty. */
const FORGOTTEN_MS = 60_000;

export function createRemoteEvents(options: RemoteEventsOptions): RemoteEvents {
  const { link, keys, id, knownNow } = options;

  const readAfter = async (after: number, count = PIECES): Promise<readonly EventPiece[]> => {
    const from = after === 0 ? '-' : `(${after}-0`;
    const args = ['XRANGE', keys.events(id), from, '+', 'COUNT', count];
    return piecesIn(await link.commandForBytes(args));
  };

  /**
   * What comes of something as soon as Redis can be asked; nothing if the signal aborts before. A reader
   * is shown in the meantime that its connection lives.
   */
  const onceAvailable = async <Value>(
    work: () => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value | undefined> => {
    while (!signal.aborted) {
      const value = await unlessUnavailable(async () => [await work()]);
      if (value !== undefined) return value[0];
      await link.whenUp(signal);
    }
    return undefined;
  };

  /** Whether events after a cursor are gone: the first piece that is left begins later. */
  const refuseGap = (first: EventPiece | undefined, after: number): void => {
    if (first !== undefined && first.after > after) throw expired(after, first.after + 1);
  };

  const checkCursor = async (after: number): Promise<TurnStatus> => {
    const status = await untilThere(after);
    const { lastSeq } = status;
    if (after > lastSeq) throw beyondEnd(after, lastSeq);
    const [first] = await readAfter(after, '1');
    refuseGap(first, after);
    // The stream has expired, and nothing of it is left.
    if (first === undefined && after < lastSeq) throw expired(after, lastSeq + 1);
    return status;
  };

  /** The status, once the turn is known to have come to a cursor, or to come no farther soon. */
  const untilThere = async (after: number): Promise<TurnStatus> => {
    const deadline = performance.now() + LAG_MS;
    const news = await createNews(link, keys.news(id));
    try {
      for (;;) {
        const { status } = await knownNow();
        const isLate = performance.now() > deadline;
        if (after <= status.lastSeq || status.end !== undefined || isLate) return status;
        await news.next(LAG_MS / 10);
      }
    } finally {
      news.close();
    }
  };

  async function* batches({ after = 0, signal }: LinesOptions): AsyncGenerator<LineBatch> {
    const checked = await onceAvailable(() => checkCursor(after), signal);
    if (checked === undefined) return;
    const { end, lastSeq } = checked;
    if (end !== undefined && after >= lastSeq) return;
    const news = await createNews(link, keys.news(id), signal);
    const isOverAt = createOverCheck();
    let cursor = after;
    let said: EventPiece | undefined;
    try {
      while (!signal.aborted) {
        const pieces = said
          ? [said]
          : ((await onceAvailable(() => readAfter(cursor), signal)) ?? []);
        for (const piece of pieces) {
          refuseGap(piece, cursor);
          const batch = batchOf(piece, cursor);
          cursor = piece.last;
          if (batch !== undefined) yield batch.lines;
          if (signal.aborted || batch?.isEnd) return;
        }
        // Behind one that came with the news of it there is nothing yet that is not news, too.
        if (pieces.length > 0 && said === undefined) continue;
        await news.next(POLL_MS);
        const piece = pieceInNews(news.message ?? '');
        said = piece?.after === cursor ? piece : undefined;
        if (!signal.aborted && !news.hasCome && (await isOverAt(cursor))) return;
      }
    } finally {
      news.close();
    }
  }

  /**
   * Whether nothing comes after a cursor, asked when nothing has come for a while: the turn may have ended,
   * and its events may be gone since. One that Redis has forgotten is made known again by its node.
   */
  const createOverCheck = () => {
    let missingSince: number | undefined;
    return async (cursor: number): Promise<boolean> => {
      const found = await unlessUnavailable(async () => [await readKnownTurn(link, keys, id)]);
      if (found === undefined) return false;
      const [known] = found;
      if (known === undefined) {
        missingSince ??= performance.now();
        if (performance.now() - missingSince > FORGOTTEN_MS) throw turnGone();
        return false;
      }
      missingSince = undefined;
      const { end, lastSeq } = known.status;
      if (end === undefined) return false;
      if (cursor >= lastSeq) return true;
      const left = await unlessUnavailable(() => readAfter(cursor, '1'));
      if (left?.length === 0) throw expired(cursor, lastSeq + 1);
      return false;
    };
  };

  /** Whether the turn ever asked this, by the events that are left. */
  const wasAsked = async (requestId: string): Promise<boolean> => {
    const text = JSON.stringify(requestId);
    const [first] = await readAfter(0, '1');
    for (let after = first?.after ?? 0; ; ) {
      const pieces = await readAfter(after);
      for (const { bytes, last } of pieces) {
        if (bytes.includes(`"requestId":${text}`)) return true;
        after = last;
      }
      if (pieces.length === 0) return false;
    }
  };

  return {
    batches,
    async checkCursor(after) {
      await checkCursor(after);
    },
    wasAsked,
  };
}

async function unlessUnavailable<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

export function turnGone(): Error {
  return refusal('turn_unknown', 'The turn is gone.');
}

function expired(after: number, first: number): Error {
  return refusal(
    'cursor_expired',
    `The events after ${after} are gone here; the first that is left is ${first}. Read on with after=${first - 1}. The server that conducted the turn may still have them.`,
    { first_seq: first },
  );
}

function beyondEnd(after: number, lastSeq: number): Error {
  return refusal(
    'cursor_beyond_end',
    `The turn has ${lastSeq} events so far; there is nothing after ${after} yet. Read it from a number it has.`,
  );
}
