import type { ToolAnswer } from '@dragoman/runtime';
import { type Refusal, refusal } from '../errors/refusal.js';
import type { StoredTurn } from '../store/turn-store.js';
import type { ResponseStart } from './read-response.js';
import { requestsOf } from './turn-events.js';

export interface GivenAnswers {
  /** What the client's tools gave, by the ids of the requests. Of what the turn never asked, nothing. */
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** All requests that the client knows of. The next response begins after the last of them. */
  readonly known: Iterable<string>;
}

/**
 * Gives answers to the turn that waits for them, and says where the response to them begins. An answer
 * that comes too late is no error: the response says how the agent went on without it. The same
 * answers again give the same response. What a client has sent counts, also if it has gone since.
 */
export async function answerTurn(
  turn: StoredTurn,
  { answers, known }: GivenAnswers,
): Promise<ResponseStart> {
  const requests = await requestsOf(turn);
  const given = [...answers].filter(([id]) => requests.has(id));
  if (given.length === 0) throw notAsked(turn.entry.id);
  await Promise.all(given.map(([id, answer]) => turn.answer(id, answer)));
  const ids = new Set([...known, ...given.map(([id]) => id)]);
  // By the requests of the turn: a client may send any number of ids.
  const after = [...requests].reduce((latest, [id, { firstSeq, seq }]) => {
    if (!ids.has(id)) return latest;
    // What follows an approval is the request once more. Who gives the approval again gets that again.
    const isApproval = 'approved' in (answers.get(id) ?? {});
    return Math.max(latest, isApproval ? firstSeq : seq);
  }, 0);
  const openRequests = [...requests]
    .filter(([id, { seq, isOpen }]) => isOpen && seq <= after && !answers.has(id))
    .map(([id]) => id);
  return { turn, after, openRequests };
}

/** Where the first response to a new turn begins. */
export function firstResponse(turn: StoredTurn): ResponseStart {
  return { turn, after: 0, openRequests: [] };
}

function notAsked(turnId: string): Refusal {
  return refusal(
    'turn_over',
    `The turn ${turnId} doesn't wait for these results. Say something new instead.`,
  );
}
