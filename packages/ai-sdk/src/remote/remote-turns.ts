import { DragomanError } from '@dragoman/protocol';
import {
  headerNames,
  receiptBody,
  startedTurn,
  turnPage,
  turnResource,
} from '@dragoman/protocol/http';
import { errorCode } from '@dragoman/protocol/internal';
import type { ModelTurn, TurnRequest, TurnSource } from '../model/turn-source.js';
import { readEvents } from './read-events.js';
import {
  createServerClient,
  type ServerAddress,
  type ServerClient,
  type ServerRequest,
} from './server-client.js';
import { type RemoteChoices, startBody } from './start-body.js';

export interface RemoteTurnsOptions extends ServerAddress, RemoteChoices {}

/**
 * Turns that a server conducts. All that is sent may be sent again: a turn begins once, an answer is
 * taken once, and events come once, whatever becomes of connections. Needs nothing but `fetch`.
 *
 * @example
 * const turns = createRemoteTurns({ url: 'https://agents.example.com', key });
 * const model = createDragoman({ turns })('codex');
 */
export function createRemoteTurns(options: RemoteTurnsOptions): TurnSource {
  const { url, key, fetch, patienceMs, ...choices } = options;
  const client = createServerClient({ url, key, fetch, patienceMs });

  return {
    scope: JSON.stringify([url, key]),
    async start(request, signal) {
      signal?.throwIfAborted();
      const turn = remoteTurn(client, await begin(client, request, choices, signal));
      if (signal?.aborted !== true) return turn;
      await turn.cancel(ABORTED);
      throw signal.reason;
    },
    async open(turnId) {
      if (!ID.test(turnId)) {
        throw new DragomanError('turn_unknown', `${JSON.stringify(turnId)} is no id of a turn.`);
      }
      const found = await client.ask(`/turns/${turnId}`, turnResource, { method: 'GET' });
      const { conversation, last_seq: lastSeq, end } = found;
      // The server names the agent as it lists it, which may be another name than the one asked for.
      return { ...remoteTurn(client, turnId), agent: undefined, conversation, lastSeq, end };
    },
  };
}

/** What can be a part of a path. Whether there is such a turn, the server knows. */
const ID = /^[0-9A-Za-z_-]+$/;

const ABORTED = 'The call was aborted.';
const LAST_TRY_MS = 10_000;

/** What an agent that can't be held to a schema is refused with. */
const UNSUPPORTED = new Set<unknown>(['unsupported_option', 'ability_missing']);

async function begin(
  client: ServerClient,
  request: TurnRequest,
  choices: RemoteChoices,
  signal: AbortSignal | undefined,
): Promise<string> {
  const isKnown = request.news !== undefined && (await isKnownTo(client, request, signal));
  const post = async (inWords: boolean): Promise<string> => {
    const asked: ServerRequest = {
      method: 'POST',
      body: startBody(request, choices, { isKnown, inWords }),
      headers: { prefer: 'respond-async', [headerNames.idempotencyKey]: crypto.randomUUID() },
    };
    try {
      return (await client.ask('/turns', startedTurn, { ...asked, signal })).turn_id;
    } catch (error) {
      if (signal?.aborted === true) await cancelStarted(client, asked);
      throw error;
    }
  };
  try {
    return await post(false);
  } catch (error) {
    if (request.schemaWords === undefined || !UNSUPPORTED.has(errorCode(error))) throw error;
    return post(true);
  }
}

/**
 * Ends what a start may have begun whose response was lost before the call was aborted: by its key it is
 * the same turn again. Only once, since nobody waits for it any more.
 */
async function cancelStarted(client: ServerClient, asked: ServerRequest): Promise<void> {
  try {
    const signal = AbortSignal.timeout(LAST_TRY_MS);
    const response = await client.fetch('/turns', { ...asked, signal });
    const { turn_id: turnId } = startedTurn.parse(await response.json());
    await remoteTurn(client, turnId).cancel(ABORTED);
  } catch {
    // The call ends with its abort, whatever becomes of the server.
  }
}

/**
 * Whether a conversation has a session on the server, which then goes on with it. Turns that ended early
 * have none, be they its first or later ones.
 */
async function isKnownTo(
  client: ServerClient,
  { conversation = '' }: TurnRequest,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  // The latest turn is nearly always enough.
  let query = new URLSearchParams({ conversation, limit: '1' });
  for (;;) {
    const page = await client.ask(`/turns?${query}`, turnPage, { method: 'GET', signal });
    if (page.turns.some(({ session_id: session }) => session !== undefined)) return true;
    if (page.next === undefined) return false;
    query = new URLSearchParams({ conversation, before: page.next });
  }
}

const LONGEST_REASON = 1000;

function remoteTurn(client: ServerClient, id: string): ModelTurn {
  return {
    id,
    events: (options) => readEvents(client, id, options),
    async answer(requestId, answer) {
      const given = 'output' in answer ? { output: answer.output ?? null } : answer;
      const { receipt } = await client.ask(`/turns/${id}/answers`, receiptBody, {
        method: 'POST',
        body: { requestId, ...given },
      });
      return receipt;
    },
    async cancel(reason) {
      const body = { reason: reason.slice(0, LONGEST_REASON) };
      await client.ask(`/turns/${id}/cancel`, turnResource, { method: 'POST', body });
    },
  };
}
