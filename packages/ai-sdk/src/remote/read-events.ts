import {
  createEventDecoder,
  type DecodedLine,
  isJournaled,
  type JournaledEvent,
} from '@dragoman/protocol';
import { mediaTypes } from '@dragoman/protocol/http';
import { connectionLost, type ServerClient } from './server-client.js';

export interface ReadRemoteOptions {
  readonly after?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A server says something every 15 s. One that is silent for so long is not there any more. */
const SILENCE_MS = 60_000;
/** A connection on which something comes after so long works, though nothing may have happened. */
const LASTING_MS = 10_000;

/**
 * The events of a turn after a cursor, up to its `end`. Where the connection is lost it is made again
 * from the last event that came, so that each comes once, in order. An abort ends the reading, without
 * an error.
 */
export async function* readEvents(
  client: ServerClient,
  turnId: string,
  { after = 0, signal }: ReadRemoteOptions,
): AsyncGenerator<JournaledEvent, void, undefined> {
  const tries = client.tries(signal);
  let cursor = after;
  while (signal?.aborted !== true) {
    try {
      for await (const event of readOnce(client, turnId, cursor, signal, tries.succeeded)) {
        if (event.seq <= cursor) continue;
        tries.succeeded();
        cursor = event.seq;
        yield event;
        if (event.type === 'end') return;
      }
      await tries.failed(connectionLost(client.url, 'it closed the connection'));
    } catch (error) {
      if (signal?.aborted) return;
      await tries.failed(error).catch((failure: unknown) => {
        if (signal?.aborted !== true) throw failure;
      });
    }
  }
}

/**
 * Reads as long as one connection lasts.
 *
 * @param onLasting called when something comes on a connection that has lasted, if only a ping
 */
async function* readOnce(
  client: ServerClient,
  turnId: string,
  after: number,
  signal: AbortSignal | undefined,
  onLasting: () => void,
): AsyncGenerator<JournaledEvent, void, undefined> {
  const connection = new AbortController();
  const close = () => connection.abort();
  signal?.addEventListener('abort', close, { once: true });
  /** Only while nothing comes: whoever takes long over what came is no silent server. */
  const whileSilent = async <Value>(awaited: Promise<Value>): Promise<Value> => {
    const timer = setTimeout(close, SILENCE_MS);
    try {
      return await awaited;
    } finally {
      clearTimeout(timer);
    }
  };
  const path = `/turns/${turnId}/events?after=${after}`;
  const headers = { accept: mediaTypes.ndjson };
  try {
    const asked = client.fetch(path, { method: 'GET', headers, signal: connection.signal });
    const { body } = await whileSilent(asked);
    const since = Date.now();
    const reader = body?.getReader();
    const decoder = createEventDecoder();
    while (reader !== undefined) {
      const { done, value } = await whileSilent(reader.read()).catch((error: unknown) => {
        throw connectionLost(client.url, error);
      });
      if (done) return;
      if (Date.now() - since >= LASTING_MS) onLasting();
      yield* journaledIn(decoder.push(value), client.url);
    }
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}

/** Pings have no number, and a newer server may have types of events that are not known here. */
function journaledIn(lines: readonly DecodedLine[], url: string): JournaledEvent[] {
  return lines.flatMap((line) => {
    if (line.kind === 'event') return isJournaled(line.event) ? [line.event] : [];
    if (line.reason === 'unknown_type') return [];
    throw connectionLost(url, `it sent what is no event: ${line.excerpt}`);
  });
}
