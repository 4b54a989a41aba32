import { type StartTurnBody, startTurnBody } from '@dragoman/protocol/http';
import { checked } from '../body/checked.js';
import { refusal } from '../errors/refusal.js';
import { answerTurn, firstResponse } from '../faces/answer-turn.js';
import type { ResponseStart } from '../faces/read-response.js';
import { renderFresh, renderInstructed } from '../faces/render-prompt.js';
import { namesTurn } from '../faces/respond.js';
import type { Client } from '../keys/key-ring.js';
import type { BeginOptions, ServerContext } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';
import { notesOf } from './kept-request.js';
import { type ResponseInput, readRequest } from './read-request.js';
import { readResponseId } from './response-id.js';
import type { ResponseRequest } from './response-request.js';

/**
 * What a request for a response means: a new turn, one that goes on with the session of another
 * response, or the outputs that the turn of such a response waits for.
 */
export async function beginResponse(
  server: ServerContext,
  client: Client,
  request: ResponseRequest,
  options: BeginOptions,
): Promise<ResponseStart> {
  const input = readRequest(request);
  if (input.answers.size > 0) {
    const previous = await previousTurn(server, client, request);
    const turn = previous ?? (await turnOfCalls(server, client, input));
    return answerAll(turn, input);
  }
  const begun = await server.begin(client, () => startOf(server, client, request, input), {
    ...options,
    notes: notesOf(request),
  });
  return firstResponse(begun);
}

/** The turn that a request asks for. What it says to the agent depends on what that knows by now. */
async function startOf(
  server: ServerContext,
  client: Client,
  request: ResponseRequest,
  { said, body, outputs }: ResponseInput,
): Promise<StartTurnBody> {
  const previous = await previousTurn(server, client, request);
  const conversation =
    previous === undefined
      ? (conversationOf(request) ?? `response-${crypto.randomUUID()}`)
      : await conversationAfter(server, client, previous, outputs);
  const found = await server.store.conversations.find(client.id, conversation);
  return checked(
    {
      ...body,
      prompt: found?.sessionId === undefined ? renderFresh(said) : renderInstructed(said),
      ...(said.images.length > 0 && { images: said.images }),
      conversation,
    },
    startTurnBody,
  );
}

async function previousTurn(
  server: ServerContext,
  client: Client,
  { previous_response_id: id }: ResponseRequest,
): Promise<StoredTurn | undefined> {
  if (id == null) return undefined;
  return findResponseTurn(server, client, id);
}

/** The turn of a response. Rejects with `not_found`, also where it is another client's. */
export async function findResponseTurn(
  server: ServerContext,
  client: Client,
  id: string,
): Promise<StoredTurn> {
  const position = readResponseId(id);
  const turn = position && (await server.turn(client, position.turnId).catch(ifUnknown));
  if (turn !== undefined) return turn;
  throw refusal('not_found', `There is no response ${JSON.stringify(id)}.`);
}

function ifUnknown(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'turn_unknown') return undefined;
  throw error;
}

/** A caller that keeps the conversation itself names no response; its calls name their turn. */
async function turnOfCalls(
  server: ServerContext,
  client: Client,
  { answers }: ResponseInput,
): Promise<StoredTurn> {
  const call = [...answers.keys()].findLast(namesTurn);
  const turnId = call?.split('-', 1)[0];
  if (turnId !== undefined) return server.turn(client, turnId);
  throw refusal(
    'invalid_request',
    'No turn waits for these outputs: their `call_id` must be that of a call in a response.',
  );
}

/** The outputs that a turn waits for. All of them, as this protocol has it. */
async function answerAll(
  turn: StoredTurn,
  { answers, known }: ResponseInput,
): Promise<ResponseStart> {
  const { requests } = await turn.status();
  const last = Math.max(
    ...requests.map(({ requestId, seq }) => (answers.has(requestId) ? seq : 0)),
  );
  const missing = requests.find(({ requestId, seq }) => seq < last && !answers.has(requestId));
  if (missing !== undefined) throw noOutput(missing.requestId);
  return answerTurn(turn, { answers, known });
}

function outputsFirst(): Error {
  return refusal(
    'invalid_request',
    'The agent can’t take tool outputs and a new message at once. Send the outputs alone; then the message, with the id of their response as `previous_response_id`.',
  );
}

function noOutput(callId: string): Error {
  return refusal('invalid_request', `No tool output found for function call ${callId}.`);
}

/**
 * The conversation that a response can be gone on with. Each has one, also where the caller named none:
 * what the next turn must keep to is known by it.
 */
async function conversationAfter(
  server: ServerContext,
  client: Client,
  turn: StoredTurn,
  outputs: ReadonlySet<string>,
): Promise<string> {
  const [open] = (await turn.status()).requests;
  if (open !== undefined && outputs.has(open.requestId)) throw outputsFirst();
  if (open !== undefined) throw noOutput(open.requestId);
  const { conversation = '' } = turn.entry;
  const found = await server.store.conversations.find(client.id, conversation);
  if (found?.sessionId === undefined) {
    throw refusal('session_unknown', 'The session of that response is not here any more.');
  }
  if (found.turnId === turn.entry.id) return conversation;
  throw refusal(
    'session_forked',
    'The session has gone on since that response. Go on from its last one, or begin anew.',
    { turn_id: found.turnId },
  );
}

function conversationOf({ conversation }: ResponseRequest): string | undefined {
  return typeof conversation === 'string' ? conversation : conversation?.id;
}
