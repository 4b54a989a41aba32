import { createHash } from 'node:crypto';
import {
  formToolDefinitions,
  type StartTurnBody,
  type ToolDefinition,
} from '@dragoman/protocol/http';
import { tagged } from '@dragoman/protocol/internal';
import type { ToolAnswer } from '@dragoman/runtime';
import { z } from 'zod';
import { refusal } from '../errors/refusal.js';
import { answerTurn, firstResponse } from '../faces/answer-turn.js';
import type { ResponseStart } from '../faces/read-response.js';
import { conversationGone, namesTurn } from '../faces/respond.js';
import { eventsUntil, requestsOf } from '../faces/turn-events.js';
import type { Client } from '../keys/key-ring.js';
import type { ServerContext } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';
import type { RunRequest } from './run-request.js';
import { answersOf } from './tool-answers.js';

/**
 * What a run means: answers for the turn that waits for them, or a new turn for what the user says. Who says
 * something new to an agent that waits gives up what it waits for.
 */
export async function beginRun(
  server: ServerContext,
  client: Client,
  run: RunRequest,
  idempotencyKey: string | undefined,
): Promise<ResponseStart> {
  checkAbsent(run);
  const answers = answersOf(run);
  if (answers.size > 0) {
    const turn = await latestTurn(server, client, run, answers);
    if (turn !== undefined && (await goesOn(turn, run, answers))) {
      return answerTurn(turn, { answers, known: answers.keys() });
    }
  }
  const { message } = run;
  if (message === undefined) throw nothingNew(answers.size > 0);
  const takesTools = server.options.policy.tools !== false;
  const notes = { agent_api: { message: hashOf(message) } };
  const body = startOf(run, message, takesTools);
  const turn = await server.begin(client, body, { idempotencyKey, asked: run, notes });
  return firstResponse(turn);
}

/** What the predecessor had and this server has not. Passed over in silence it would be missed. */
function checkAbsent({ env = {}, snapshot_id: snapshot = '' }: RunRequest): void {
  if (Object.keys(env).length > 0) {
    throw refusal(
      'invalid_request',
      'A client sets no environment of an agent: leave `env` out. Its operator does, in the configuration of the server.',
    );
  }
  if (snapshot.trim() !== '') {
    throw refusal(
      'invalid_request',
      'This server has no snapshots: leave `snapshot_id` out. A chat goes on with its session and its files by its `chat_id`.',
    );
  }
}

async function latestTurn(
  { store }: ServerContext,
  client: Client,
  { chat_id: name }: RunRequest,
  answers: ReadonlyMap<string, ToolAnswer>,
): Promise<StoredTurn | undefined> {
  const conversation = await store.conversations.find(client.id, name);
  // What the client knows as the chat is not begun anew where it is gone.
  if (conversation === undefined && [...answers.keys()].some(namesTurn)) {
    throw conversationGone(name);
  }
  const turn = conversation && (await store.find(conversation.turnId));
  return turn?.entry.client === client.id ? turn : undefined;
}

const runNotes = z.object({ agent_api: z.object({ message: z.string() }) });

/**
 * Whether a run with answers goes on with a turn. Clients send the message that began it once more with
 * them, and with each later message all answers that they ever gave.
 */
async function goesOn(
  turn: StoredTurn,
  { message }: RunRequest,
  answers: ReadonlyMap<string, ToolAnswer>,
): Promise<boolean> {
  const requests = await requestsOf(turn);
  const asked = [...answers.keys()].filter((id) => requests.has(id));
  if (asked.length === 0) return false;
  if (message === undefined) return true;
  const kept = runNotes.safeParse(turn.entry.notes).data?.agent_api.message;
  if (kept !== undefined && kept !== hashOf(message)) return false;
  if ((await turn.status()).end === undefined) return true;
  // The user was late, and learns how the agent went on. Otherwise the same words are said again.
  return hasExpired(turn, asked);
}

async function hasExpired(turn: StoredTurn, requestIds: readonly string[]): Promise<boolean> {
  const { lastSeq } = await turn.status();
  for await (const event of eventsUntil(turn, lastSeq)) {
    if (event.type !== 'tool_answer' || event.status !== 'expired') continue;
    if (requestIds.includes(event.requestId)) return true;
  }
  return false;
}

function startOf(
  { chat_id: conversation, agent_type: agent, document, tools = [] }: RunRequest,
  message: string,
  takesTools: boolean,
): StartTurnBody {
  const own = takesTools
    ? formToolDefinitions().filter(({ name }) => !tools.some(named(name)))
    : [];
  const offered = [...own, ...tools];
  return {
    prompt: document === undefined ? message : `${tagged('document', document)}\n\n${message}`,
    conversation,
    supersede: true,
    ...(agent !== undefined && { agent }),
    ...(offered.length > 0 && { tools: offered }),
  };
}

function named(name: string): (tool: ToolDefinition) => boolean {
  return (tool) => tool.name === name;
}

function hashOf(message: string): string {
  return createHash('sha256').update(message).digest('hex');
}

function nothingNew(hasAnswers: boolean): Error {
  return hasAnswers
    ? refusal(
        'turn_over',
        'The agent of this chat waits for none of these results. Say something new: send a `message`.',
      )
    : refusal('invalid_request', 'A run needs a `message`, or `tool_results` that are waited for.');
}
