import type { PageTools } from '../tools/page-tools.js';
import { answerOnce } from './answered-requests.js';
import { type PageIdentity, pageIdentity, randomId, renewIdentity } from './page-identity.js';
import { answerTo, errorAnswer, type PageRequest, requestIn } from './page-request.js';
import { pause, pauseAfter } from './pause.js';
import { readEvents } from './read-events.js';
import { relayRequest, sendAnswer, sendLeave } from './send-answer.js';
import { watchSilence } from './watch-silence.js';

/** What the server gives who opens the relay of a turn: `POST /v1/turns/{id}/relay`. */
export interface RelaySession {
  readonly relayUrl: string;
  readonly token: string;
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

/** `over`: the turn has ended, the session is not known (any more), or `close` was called. */
export type PageStatus = 'connecting' | 'connected' | 'over';

export interface ConnectOptions {
  /** Called with each change of the status. */
  readonly onStatus?: ((status: PageStatus) => void) | undefined;
}

export interface PageConnection {
  readonly status: PageStatus;
  /** Calls a listener at each change of the status. The result ends that. */
  subscribe(listener: () => void): () => void;
  /** Takes no more requests. What has begun is still done and answered. */
  close(): void;
}

/** A connection that ends sooner was none. */
const SHORT_MS = 1000;

/** Statuses after which there is nothing to come back for. */
const OVER: ReadonlySet<number> = new Set([401, 404]);
const REPLACED = 409;

const CLOSED = 'The page stopped answering before it came to this.';

/**
 * Answers the agent of one turn with the tools of this page, until the turn ends. Comes back by itself where
 * the connection breaks, and loses nothing by it.
 *
 * @example
 * const connection = connectPage(relay, createPageTools({ root: document.querySelector('form') }));
 */
export function connectPage(
  relay: RelaySession,
  tools: PageTools,
  { onStatus }: ConnectOptions = {},
): PageConnection {
  const { relayUrl, token, expiresAt = Number.POSITIVE_INFINITY } = relay;
  const listeners = new Set<() => void>();
  /** Aborted by `close`: no more requests. */
  const closing = new AbortController();
  /** Aborted when the session is over: no more answers. */
  const ending = new AbortController();
  const sending = new Map<string, Promise<void>>();
  const connection = randomId();
  let status: PageStatus = 'connecting';
  let busy: Promise<unknown> = Promise.resolve();

  const setStatus = (next: PageStatus): void => {
    if (status === next || status === 'over') return;
    status = next;
    onStatus?.(next);
    for (const listener of [...listeners]) listener();
  };

  const finish = (): void => {
    ending.abort();
    closing.abort();
    setStatus('over');
  };

  /** One after the other, each once. */
  const answer = (request: PageRequest) =>
    answerOnce(request.requestId, () => {
      const done = busy.then(() =>
        closing.signal.aborted ? errorAnswer(request.requestId, CLOSED) : answerTo(request, tools),
      );
      busy = done;
      return done;
    });

  const take = (request: PageRequest, { instance }: PageIdentity): void => {
    const { requestId } = request;
    if (sending.has(requestId)) return;
    const { signal } = ending;
    const sent = answer(request)
      .then((made) => sendAnswer(made, { url: relayUrl, token, instance, signal }))
      .finally(() => sending.delete(requestId));
    sending.set(requestId, sent);
  };

  /** When all that has begun is answered. */
  const leave = async (): Promise<void> => {
    const { instance } = pageIdentity();
    await Promise.all(sending.values());
    if (!ending.signal.aborted) sendLeave({ url: relayUrl, token, instance }, connection);
  };

  /** One connection, to its end. */
  const connect = async (): Promise<'again' | 'failed' | 'over'> => {
    const identity = pageIdentity();
    const { instance, tab } = identity;
    const lifetime = new AbortController();
    const stop = (): void => lifetime.abort();
    closing.signal.addEventListener('abort', stop);
    const silence = watchSilence(stop);
    try {
      const query = new URLSearchParams({
        ...{ instance, tab, connection },
        tools: tools.names.join(','),
      });
      const response = await fetch(`${relayUrl}?${query}`, {
        ...relayRequest(token),
        signal: lifetime.signal,
      });
      if (OVER.has(response.status)) return 'over';
      if (response.status === REPLACED) renewIdentity();
      if (!response.ok || response.body === null) return 'failed';
      const began = performance.now();
      for await (const event of readEvents(response.body, silence.heard)) {
        if (!isRecord(event)) continue;
        if (event.type === 'end') return 'over';
        if (event.type === 'ready') setStatus('connected');
        const request = requestIn(event);
        if (request !== undefined) take(request, identity);
      }
      return performance.now() - began < SHORT_MS ? 'failed' : 'again';
    } catch {
      return 'failed';
    } finally {
      silence.stop();
      closing.signal.removeEventListener('abort', stop);
      lifetime.abort();
    }
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!closing.signal.aborted) {
      const result = await connect();
      if (result === 'over' || Date.now() >= expiresAt) return finish();
      if (result === 'again') {
        failures = 0;
        continue;
      }
      if (status === 'connected') failures = 0;
      setStatus('connecting');
      await pause(pauseAfter(failures), closing.signal);
      failures += 1;
    }
  };

  void run();
  return {
    get status() {
      return status;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      if (closing.signal.aborted) return;
      closing.abort();
      setStatus('over');
      void leave();
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
