import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { TurnPage, TurnResource } from '@dragoman/protocol/http';

/** What the server refused, in its words. Status 0: it didn't answer at all. */
export class ServerError extends Error {
  readonly status: number;
  /** The first event that is left, where earlier ones are gone. */
  readonly firstSeq: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    message: string,
    details: { firstSeq?: number | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.firstSeq = details.firstSeq;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export interface ServerClient {
  turns(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<TurnPage>;
  turn(id: string, signal: AbortSignal): Promise<TurnResource>;
  /** The events after a position, as bytes of NDJSON. */
  events(id: string, after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export interface ClientOptions {
  /** Where the page is; its server is there, too, under whatever path. */
  readonly base: string;
  key(): string | undefined;
  readonly fetch: typeof fetch;
}

/** Asks the server that the page came from, with the key in a header: a URL ends up in logs. */
export function createServerClient({ base, key, fetch }: ClientOptions): ServerClient {
  const get = async (path: string, accept: string, signal: AbortSignal): Promise<Response> => {
    const given = key();
    const headers = { accept, ...(given !== undefined && { authorization: `Bearer ${given}` }) };
    const url = new URL(`v1/${path}`, base);
    const response = await fetch(url, { headers, signal, cache: 'no-store' }).catch(() => {
      throw new ServerError(0, 'The server does not answer.');
    });
    if (response.ok) return response;
    throw await refusalOf(response);
  };
  // What comes is of the server that this page is part of: its types hold here without a schema, which
  // would make the page three times as large.
  const json = async (path: string, signal: AbortSignal) =>
    (await get(path, 'application/json', signal)).json();
  return {
    turns: (query, signal): Promise<TurnPage> =>
      json(`turns?${new URLSearchParams(query)}`, signal),
    turn: (id, signal): Promise<TurnResource> => json(`turns/${encodeURIComponent(id)}`, signal),
    async events(id, after, signal) {
      const path = `turns/${encodeURIComponent(id)}/events?after=${after}`;
      const { body } = await get(path, 'application/x-ndjson', signal);
      if (body === null) throw new ServerError(0, 'The server sent no events.');
      return body;
    },
  };
}

async function refusalOf(response: Response): Promise<ServerError> {
  const parsed = parseJson(await response.text().catch(() => ''));
  const body = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const { message, first_seq } = body;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ServerError(
    response.status,
    typeof message === 'string' ? message : `The server answered with ${response.status}.`,
    {
      firstSeq: typeof first_seq === 'number' ? first_seq : undefined,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    },
  );
}
