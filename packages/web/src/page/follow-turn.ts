import { createEventReader, type SeenEvent } from './read-events.js';
import { ServerError } from './server-client.js';

/** `lost`: the server is gone, and is asked again. `over`: the `end` was read. */
export type Connection = 'connecting' | 'live' | 'lost' | 'over';

export interface FollowOptions {
  open(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onEvents(events: readonly SeenEvent[]): void;
  onConnection(connection: Connection): void;
  /** Events up to this one are gone. */
  onGap(lastMissing: number): void;
  readonly signal: AbortSignal;
  wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** The server says something every 15 s: a connection that is silent for so long is dead. */
const SILENCE_MS = 40_000;

/**
 * Reads a turn to its `end`, over as many connections as that takes: none is lost, none comes twice.
 * Rejects with the `ServerError` that no new attempt can mend, such as a key that is not known, and with
 * what `onEvents` throws.
 */
export async function followTurn(options: FollowOptions): Promise<void> {
  const { open, onEvents, onConnection, onGap, signal, wait = sleep } = options;
  const reader = createEventReader();
  let pause = FIRST_WAIT_MS;
  onConnection('connecting');
  while (!signal.aborted) {
    try {
      const body = await open(reader.cursor, signal).catch(asLost);
      onConnection('live');
      for await (const bytes of chunksOf(body)) {
        if (signal.aborted) return;
        const events = reader.push(bytes);
        if (events.length > 0) onEvents(events);
        pause = FIRST_WAIT_MS;
        if (events.at(-1)?.type === 'end') return onConnection('over');
      }
    } catch (error) {
      if (signal.aborted) return;
      // What the page makes of the events has failed: no new connection mends that.
      if (!(error instanceof ServerError)) throw error;
      if (error.firstSeq !== undefined && error.firstSeq > reader.cursor + 1) {
        onGap(error.firstSeq - 1);
        reader.restart(error.firstSeq - 1);
        continue;
      }
      if (!isPassing(error)) throw error;
      pause = Math.max(pause, error.retryAfterMs ?? 0);
    }
    onConnection('lost');
    reader.restart(reader.cursor);
    await wait(pause, signal);
    pause = Math.min(2 * pause, LONGEST_WAIT_MS);
  }
}

/** Asks again while the server is away or has no room. Rejects with what no new attempt can mend. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  { onConnection, signal, wait = sleep }: Pick<FollowOptions, 'onConnection' | 'signal' | 'wait'>,
): Promise<Answer> {
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof ServerError && isPassing(error))) throw error;
      onConnection('lost');
      await wait(Math.max(pause, error.retryAfterMs ?? 0), signal);
    }
  }
}

/** Whether the same request may well be answered later. */
function isPassing({ status }: ServerError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** A connection that can't be made, or breaks off. */
function asLost(error: unknown): never {
  throw error instanceof ServerError ? error : new ServerError(0, 'The server does not answer.');
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const silence = setTimeout(() => void reader.cancel(), SILENCE_MS);
      const { done, value } = await reader
        .read()
        .catch(asLost)
        .finally(() => clearTimeout(silence));
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
