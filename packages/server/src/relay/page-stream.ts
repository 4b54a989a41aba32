import { orSilence, SILENCE_MS } from '../delivery/or-silence.js';
import { createPieceReader, type PieceReader } from '../delivery/piece-reader.js';
import { dataLine, ssePing } from '../delivery/server-sent-events.js';
import type { TurnTails } from '../delivery/turn-tails.js';
import type { RelayStore } from '../store/relay-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import { claimState, isThere, LOOK_MS } from './claimed-request.js';
import { isOver } from './open-relay.js';
import { beforeOpenRequests, createPageRequests, type PageRequests } from './page-requests.js';

export interface PageStreamOptions {
  readonly turn: StoredTurn;
  readonly relay: RelayStore;
  readonly tails: TurnTails;
  readonly sessionId: string;
  /** Which page it is, and what it can do. It has joined. */
  readonly instance: string;
  readonly connection: string;
  readonly tools: readonly string[];
  /** Gets why a stream broke off: its page only sees that it did, and comes back. */
  readonly onFailure: (error: unknown) => void;
}

/** After so long a page has to come back, at once: one that sleeps, or is gone without a word, doesn't. */
const STREAM_MS = 60_000;
/** A page is seen so often while it is connected. */
const TOUCH_MS = SILENCE_MS;

/**
 * What a page gets: the requests of the turn that it takes, one event each, to the `end` of the turn. It
 * has no memory of its own: whoever comes back gets again what it has and has not answered.
 */
export async function createPageStream(
  options: PageStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { turn, tails, onFailure } = options;
  const reader = createPieceReader(turn, tails, await beforeOpenRequests(turn));
  const messages = pageMessages(options, reader);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await messages.next();
        if (reader.isClosed) return;
        if (done !== true) return controller.enqueue(encoder.encode(value));
        reader.close();
        controller.close();
      } catch (error) {
        if (!reader.isClosed) onFailure(error);
        reader.close();
        throw error;
      }
    },
    cancel: () => reader.close(),
  });
}

async function* pageMessages(
  options: PageStreamOptions,
  reader: PieceReader,
): AsyncGenerator<string, void> {
  const { turn, relay, sessionId, instance, connection } = options;
  const requests = createPageRequests();
  const sent = new Set<string>();
  const began = performance.now();
  let touched = began;
  let spoke = began;
  let pending: Promise<{ readonly news: Awaited<ReturnType<PieceReader['next']>> }> | undefined;

  yield dataLine({ type: 'ready', sessionId });
  while (!reader.isClosed) {
    const waiting = await takeRequests(options, requests, sent);
    if (waiting === 'left') return yield* farewell(turn);
    for (const line of waiting.taken) {
      yield `data: ${line.trimEnd()}\n\n`;
      spoke = performance.now();
    }
    pending ??= reader.next().then((news) => ({ news }));
    const next = await orSilence(pending, waiting.isWaiting ? LOOK_MS : SILENCE_MS);
    if (next !== 'silence') {
      pending = undefined;
      if (next.news === 'over') return;
      if (next.news !== 'silence') requests.push(next.news.lines());
      if (requests.isOver) return yield dataLine({ type: 'end' });
    }
    const now = performance.now();
    if (now - began >= STREAM_MS) return;
    if (now - touched >= TOUCH_MS) {
      touched = now;
      if (!(await relay.touch(instance, connection))) return yield* farewell(turn);
    }
    if (now - spoke >= SILENCE_MS) {
      spoke = now;
      yield ssePing;
    }
  }
}

/**
 * The turn may have ended at another node, and the news of it still be on its way. That the relay is gone
 * doesn't say so: Redis may have lost it.
 */
async function* farewell(turn: StoredTurn): AsyncGenerator<string, void> {
  if (await isOver(turn)) yield dataLine({ type: 'end' });
}

interface TakenRequests {
  readonly taken: readonly string[];
  /** Whether another page has one that this page could take. */
  readonly isWaiting: boolean;
}

/** The requests that are this page's from now on. `left`: it is not there any more. */
async function takeRequests(
  { turn, relay, instance, tools }: PageStreamOptions,
  { open }: PageRequests,
  sent: Set<string>,
): Promise<TakenRequests | 'left'> {
  const able = [...open.values()].filter(
    ({ requestId, toolName }) => tools.includes(toolName) && !sent.has(requestId),
  );
  if (able.length === 0) return { taken: [], isWaiting: false };
  const pages = await relay.pages();
  if (!isThere(pages, instance)) return 'left';
  const taken: string[] = [];
  for (const request of able) {
    const { requestId, line } = request;
    const holder = await relay.claim(requestId, instance);
    if (holder === instance) {
      sent.add(requestId);
      taken.push(line);
    } else {
      // It is given back for the next look, if its page has left.
      await claimState(request, pages, { turn, relay });
    }
  }
  return { taken, isWaiting: taken.length < able.length };
}
