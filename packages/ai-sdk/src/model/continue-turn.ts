import { DragomanError } from '@dragoman/protocol';
import type { AnswerReceipt, ToolAnswer } from '@dragoman/runtime';
import type { CallOptions, CallWarning, DragomanOptions } from '../call/call-options.js';
import { readToolResults } from '../call/read-tool-results.js';
import type { LiveTurn } from './live-turn.js';
import { waitingTurns } from './waiting-turns.js';

/** A turn that goes on in a further call, with what it was answered. */
export interface ContinuedTurn {
  readonly live: LiveTurn;
  readonly answers: Readonly<Record<string, ToolAnswer>>;
  /** Of answers that the agent didn't get. */
  readonly warnings: readonly CallWarning[];
}

/**
 * The turn that waits for the results in a call, with those given to it; nothing where the call is for
 * a new turn. What else still waits in the same conversation is ended first: whoever says something
 * new has no interest in it, and an agent works in one session at a time.
 */
export async function continueTurn(
  call: CallOptions,
  { conversation, sessionId, fork = false }: DragomanOptions,
  model: string,
): Promise<ContinuedTurn | undefined> {
  const { answers, areLast, callIds: requestIds, turnId } = readToolResults(call.prompt);
  const waiting = waitingTurns();
  // A fork leaves its session as it is.
  const sought = { requestIds, conversation, sessionId: fork ? undefined : sessionId };
  const found = waiting.find(sought);
  const live = found.find(
    (turn) => areLast && turn.model === model && [...turn.open].some((id) => answers.has(id)),
  );
  // From here on nobody else finds it.
  if (live !== undefined) waiting.remove(live);
  for (const turn of found) {
    // Whether it could be ended, a new turn finds out.
    if (turn !== live) waiting.end(turn, SUPERSEDED).catch(() => undefined);
  }
  if (live !== undefined) return { live, ...(await give(live, answers, call.abortSignal)) };
  if (areLast && turnId !== undefined && answers.size > 0) throw gone(turnId);
  await waiting.free(sought);
  return undefined;
}

const SUPERSEDED = 'The conversation went on without the results that the agent waited for.';

async function give(
  live: LiveTurn,
  answers: ReadonlyMap<string, ToolAnswer>,
  signal: AbortSignal | undefined,
): Promise<Omit<ContinuedTurn, 'live'>> {
  const given = [...answers].filter(([id]) => live.open.delete(id));
  try {
    signal?.throwIfAborted();
    const receipts = await Promise.all(given.map(([id, answer]) => live.turn.answer(id, answer)));
    return {
      answers: Object.fromEntries(given),
      warnings: given.flatMap(([id], index) => lateWarning(id, receipts[index])),
    };
  } catch (error) {
    const end = waitingTurns().end(live, 'The results could not be given to the agent.');
    end.catch(() => undefined);
    throw error;
  }
}

/** The events say how the agent went on without it. */
function lateWarning(id: string, receipt: AnswerReceipt | undefined): CallWarning[] {
  if (receipt === 'taken') return [];
  const message = `The result of the call ${id} came too late: the agent had given it up.`;
  return [{ type: 'other', message }];
}

/** Not started anew: the agent would do again what it has done, without any memory of it. */
function gone(turnId: string): DragomanError {
  return new DragomanError(
    'turn_gone',
    `The turn ${turnId} doesn't wait for these results: it has got them already, was ended for want of them, belongs to a conversation of another name, or belonged to a process that is gone. Go on with a new message of the user.`,
  );
}
