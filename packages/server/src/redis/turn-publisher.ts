import { setTimeout as delay } from 'node:timers/promises';
import { readHead } from '@dragoman/runtime/internal';
import { createStatusFold } from '../store/status-fold.js';
import type { LineBatch, StoredTurn, TurnStatus } from '../store/turn-store.js';
import { gatherBatches } from './gathered-batches.js';
import type { KeyNames } from './key-names.js';
import { writtenStatus } from './known-turn.js';
import type { RedisLink } from './redis-link.js';
import { publishEvents } from './scripts.js';
import { isUnavailable } from './unavailable.js';

/** Brings the events of a turn from its journal to Redis. */
export interface TurnPublisher {
  /** Resolves when there is nothing more to publish: the end is there, or the turn isn't this node's. */
  readonly done: Promise<void>;
  /** Checks what Redis has: it may have lost something, or all. */
  verify(): void;
  stop(): void;
}

export interface TurnPublisherOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  /** The turn in its journal. */
  readonly stored: StoredTurn;
  readonly node: string;
  readonly epoch: number;
  readonly streamBytes: number;
  readonly keepEventsMs: number;
  /** What `register` gave, where the turn was just made known. */
  readonly registered?: number | undefined;
  /** Makes the turn known. Gives the last event that Redis has of it; -1: it isn't this node's any more. */
  readonly register: () => Promise<number>;
  /** The turn isn't this node's any more. */
  readonly onLost: () => void;
  /** The session that the turn has, or has got another of. */
  readonly onSession: (sessionId: string) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** What is known of a turn outlives its events. */
export const TURN_KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const PAUSE_MS = 1000;

export function createTurnPublisher(options: TurnPublisherOptions): TurnPublisher {
  const { link, keys, stored, register, onLost, onFailure } = options;
  const { id } = stored.entry;
  const stopped = new AbortController();
  const fold = createStatusFold();
  let trim = createTrim(options.streamBytes);
  /** What Redis has of the status and the session. */
  let sent = '';
  let session: string | undefined;
  let reading = new AbortController();

  /** @param status as of these events; nothing where more is known already */
  const publish = async (after: number, { last, bytes }: Piece, status: TurnStatus | undefined) => {
    const text = status === undefined ? sent : writtenStatus(status);
    const reply = await link.script(
      publishEvents,
      [keys.turn(id), keys.events(id), ...keys.relay(id)],
      [
        ...[options.node, String(options.epoch), String(after), String(last), bytes],
        ...[text === sent ? '' : text, status?.end === undefined ? '0' : '1', keys.news(id)],
        ...[trim(last, bytes.length), String(options.keepEventsMs), String(TURN_KEPT_MS)],
      ],
    );
    const [word, has] = Array.isArray(reply) ? reply : [];
    if (word === 'ok') sent = text;
    return { word: String(word), has: Number(has) };
  };

  /** Publishes from a cursor on. Gives whether that was all; otherwise it is to be tried again. */
  const publishFrom = async (begin: number): Promise<boolean> => {
    let after = begin;
    trim = createTrim(options.streamBytes);
    const { signal } = reading;
    // What Redis has may be of another process: its status is made of all events.
    const from = Math.min(begin, fold.lastSeq);
    for await (const batch of gatherBatches(stored.batches({ after: from, signal }))) {
      pushNew(fold, batch);
      const piece = pieceAfter(batch, after);
      if (piece === undefined) continue;
      const status = fold.lastSeq <= piece.last ? fold.status() : undefined;
      const { word, has } = await publish(after, piece, status);
      if (word === 'lost') {
        onLost();
        return true;
      }
      // Redis has lost the turn, or some of its events.
      if (word !== 'ok') return false;
      after = has;
      const isOver = status?.end !== undefined;
      if (status?.sessionId !== undefined && (status.sessionId !== session || isOver)) {
        session = status.sessionId;
        await options.onSession(session);
      }
      if (isOver) return true;
    }
    return false;
  };

  const run = async (): Promise<void> => {
    let registered = options.registered;
    while (!stopped.signal.aborted) {
      try {
        reading = new AbortController();
        const after = registered ?? (await register());
        registered = undefined;
        if (after < 0) return onLost();
        // A Redis that has lost something may have lost the status, too.
        sent = '';
        if (await publishFrom(after)) return;
      } catch (error) {
        if (isUnavailable(error)) await link.whenUp(stopped.signal);
        else {
          onFailure(error);
          await delay(PAUSE_MS, undefined, { signal: stopped.signal }).catch(() => {});
        }
      } finally {
        // It may wait for what comes next.
        reading.abort();
      }
    }
  };

  return {
    done: run(),
    verify: () => reading.abort(),
    stop() {
      stopped.abort();
      reading.abort();
    },
  };
}

/** The events of a batch that a status doesn't know yet. */
function pushNew(fold: ReturnType<typeof createStatusFold>, { lines }: LineBatch): void {
  const known = fold.lastSeq;
  const isNew = (readHead(lines[0] ?? '')?.seq ?? 0) > known;
  fold.push(isNew ? lines : lines.filter((line) => (readHead(line)?.seq ?? 0) > known));
}

interface Piece {
  readonly last: number;
  readonly bytes: Buffer;
}

/** What comes after a cursor, as bytes; nothing where all of it is published. */
function pieceAfter({ lines, bytes }: LineBatch, after: number): Piece | undefined {
  const last = readHead(lines.at(-1) ?? '')?.seq;
  if (last === undefined || last <= after) return undefined;
  const isWhole = (readHead(lines[0] ?? '')?.seq ?? 0) > after;
  const left = isWhole ? lines : lines.filter((line) => (readHead(line)?.seq ?? 0) > after);
  if (isWhole && bytes !== undefined) {
    return { last, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  }
  return { last, bytes: Buffer.from(left.join('')) };
}

/**
 * The first piece that stays, so that all together have no more than so many bytes. Of pieces that were
 * there before it knows nothing: they go with the first that it lets go of.
 */
function createTrim(mostBytes: number): (last: number, size: number) => string {
  const pieces: { readonly last: number; readonly size: number }[] = [];
  let all = 0;
  let first = '0';
  return (last, size) => {
    pieces.push({ last, size });
    all += size;
    while (all > mostBytes && pieces.length > 1) {
      all -= pieces.shift()?.size ?? 0;
      first = `${pieces[0]?.last}-0`;
    }
    return first;
  };
}
