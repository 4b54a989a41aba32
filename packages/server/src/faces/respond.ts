import { type StartTurnBody, startTurnBody } from '@dragoman/protocol/http';
import { isTurnId, type ToolAnswer } from '@dragoman/runtime';
import { checked } from '../body/checked.js';
import { refusal } from '../errors/refusal.js';
import type { Client } from '../keys/key-ring.js';
import type { BeginOptions, ServerContext } from '../server-context.js';
import { answerTurn, firstResponse } from './answer-turn.js';
import type { ResponseStart } from './read-response.js';
import { renderFresh, renderResumed, type Said } from './render-prompt.js';

/** What a client of a chat protocol says, which has the whole conversation in each request. */
export interface Asked {
  readonly conversation: string;
  readonly said: Said;
  /** What the client's tools gave since the user last spoke. */
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** The calls that the client has seen. */
  readonly known: readonly string[];
  /** Ids in the conversation that may be those of turns, or begin with one. */
  readonly ids: readonly string[];
  readonly body: Omit<StartTurnBody, 'prompt' | 'conversation' | 'images'>;
}

/**
 * What a request of a chat means: a new turn for something that the user says, or answers for the turn
 * that waits for them. Who says something new to an agent that waits gives up what it waits for.
 */
export async function respond(
  server: ServerContext,
  client: Client,
  asked: Asked,
  options: BeginOptions,
): Promise<ResponseStart> {
  const { conversation, said, answers, known } = asked;
  if (said.now.length === 0 && answers.size > 0) {
    const found = await server.store.conversations.find(client.id, conversation);
    if (found === undefined) throw conversationGone(conversation);
    const turn = await server.turn(client, found.turnId);
    return answerTurn(turn, { answers, known });
  }
  return firstResponse(await server.begin(client, () => startOf(server, client, asked), options));
}

/** The turn that a request asks for. What it says to the agent depends on what that knows by now. */
async function startOf(
  { store }: ServerContext,
  client: Client,
  { conversation, said, ids, body }: Asked,
): Promise<StartTurnBody> {
  const found = await store.conversations.find(client.id, conversation);
  if (found === undefined && ids.some(namesTurn)) throw conversationGone(conversation);
  // A first turn that failed early has left no session: then the next one is the first.
  const prompt = found?.sessionId === undefined ? renderFresh(said) : renderResumed(said);
  const { images } = said;
  return checked(
    { ...body, prompt, conversation, supersede: true, ...(images.length > 0 && { images }) },
    startTurnBody,
  );
}

/** Whether an id is that of a turn, or of something in one: `<turn>-…`. */
export function namesTurn(id: string): boolean {
  return isTurnId(id.split('-', 1)[0] ?? '');
}

export function conversationGone(conversation: string): Error {
  return refusal(
    'session_unknown',
    `The conversation ${conversation} is not here any more, or never was: its agent would remember nothing of it. Begin another.`,
  );
}
