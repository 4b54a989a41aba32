import { DragomanError, parseJson } from '@dragoman/protocol';
import { errorBody } from '@dragoman/protocol/http';
import { errorMessage } from '@dragoman/protocol/internal';
import type { z } from 'zod';

/** Where a server is, and how it is reached. */
export interface ServerAddress {
  /** What stands before `/v1`, such as `https://agents.example.com`. */
  readonly url: string;
  /** Needed wherever the server asks for one. */
  readonly key?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** How long a server that can't be reached, or has no room, is asked again. Default: two minutes. */
  readonly patienceMs?: number | undefined;
}

export interface ServerRequest {
  readonly method: 'GET' | 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the waiting between two tries, and what is under way if it is only read. */
  readonly signal?: AbortSignal | undefined;
}

export interface ServerClient {
  readonly url: string;
  /** The response to one try. Rejects with the server's own code where it refuses. */
  fetch(path: string, request: ServerRequest): Promise<Response>;
  /** What a server answers, however often it has to be asked: for requests that may be repeated. */
  ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    request: ServerRequest,
  ): Promise<z.output<Schema>>;
  /** Counts the failures of something that is tried again and again. */
  tries(signal?: AbortSignal): Tries;
}

export interface Tries {
  /** Waits before the next try. Rejects with the error where there is to be none. */
  failed(error: unknown): Promise<void>;
  /** It works again: from here on failures are counted anew. */
  succeeded(): void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
const PATIENCE_MS = 2 * 60_000;
const RESPONSE_MS = 60_000;

/** Statuses of a server, or of what stands before it, that pass. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Refusals with such a status that don't. */
const LASTING = new Set(['budget_exhausted', 'key_missing', 'sandbox_unavailable']);

/** A refusal of a server that may be another answer soon. */
class PassingError extends DragomanError {
  /** How long the server asks to wait, where it does. */
  readonly waitMs: number | undefined;

  constructor(code: string, message: string, waitMs?: number, cause?: unknown) {
    super(code, message, { cause });
    this.waitMs = waitMs;
  }
}

export function createServerClient(address: ServerAddress): ServerClient {
  const { key, patienceMs = PATIENCE_MS } = address;
  const base = `${address.url.replace(/\/+$/, '')}/v1`;
  const fetchNow = address.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));

  const fetchOnce: ServerClient['fetch'] = async (path, { method, body, headers, signal }) => {
    const response = await fetchNow(`${base}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw connectionLost(address.url, error);
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  };

  const tries = (signal?: AbortSignal): Tries => {
    let failures = 0;
    /** When the first of the failures was that came one after the other. */
    let since: number | undefined;
    return {
      async failed(error) {
        signal?.throwIfAborted();
        const asked = error instanceof PassingError ? error.waitMs : undefined;
        const wait = asked ?? waitAfter(failures);
        since ??= Date.now();
        const isOver = Date.now() - since + wait > patienceMs;
        if (!(error instanceof PassingError) || isOver) throw error;
        failures += 1;
        await delay(wait, signal);
      },
      succeeded() {
        failures = 0;
        since = undefined;
      },
    };
  };

  return {
    url: address.url,
    fetch: fetchOnce,
    tries,
    async ask(path, schema, { signal, ...request }) {
      const { failed } = tries(signal);
      for (;;) {
        try {
          // What is under way is not broken off: it would not be known what became of it.
          const timeout = AbortSignal.timeout(RESPONSE_MS);
          const response = await fetchOnce(path, { ...request, signal: timeout });
          return read(schema, await bodyOf(response), path);
        } catch (error) {
          await failed(error);
        }
      }
    },
  };
}

/** Twice as long each time, and never the same for all who were cut off at once. */
function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw connectionLost(response.url, error);
  }
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  path: string,
): z.output<Schema> {
  const json = parseJson(text);
  const parsed = json.ok ? schema.safeParse(json.value) : undefined;
  if (parsed?.success) return parsed.data;
  throw new DragomanError(
    'server_unknown',
    `What answers /v1${path} is no server of Dragoman, or one of another version: ${text.slice(0, 200)}`,
  );
}

/** A refusal in the server's own words, or in those of whatever stands before it. */
async function refusalOf(response: Response): Promise<DragomanError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const json = parseJson(text);
  const body = errorBody.safeParse(json.ok ? json.value : undefined);
  const { errorCode: code, message } = body.success
    ? body.data
    : { errorCode: 'server_refused', message: `The server answered ${status}. ${text}`.trim() };
  const words = message.slice(0, 2000);
  if (!PASSING.has(status) || LASTING.has(code)) {
    return new DragomanError(code, words, { cause: body.data });
  }
  return new PassingError(code, words, retryAfter(headers.get('retry-after')), body.data);
}

function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** The server can't be reached, or not any more. It may be there again soon. */
export function connectionLost(url: string, cause: unknown): DragomanError {
  const words = errorMessage(cause).replace(/\.$/, '');
  return new PassingError(
    'server_unreachable',
    `The server ${url} can't be reached: ${words}. Check its address, and that it runs.`,
    undefined,
    cause,
  );
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
