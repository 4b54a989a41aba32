import type { AnswerReceipt, ToolAnswer } from '@dragoman/runtime';
import type { CallOptions, CallWarning, DragomanOptions } from '../call/call-options.js';
import type { ModelAgent } from '../call/plan-call.js';
import { readToolResults, type ToolResults } from '../call/read-tool-results.js';
import type { LiveTurn } from './live-turn.js';
import { belongsTo, isOverWith, reopenTurn } from './reopen-turn.js';
import type { TurnSource } from './turn-source.js';
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
 * a new turn. One that waits in this process goes on where it was; any other is opened. What else still
 * waits in the same conversation is ended first: whoever says something new has no interest in it, and
 * an agent works in one session at a time.
 */
export async function continueTurn(
  call: CallOptions,
  options: DragomanOptions,
  agent: ModelAgent,
  turns: TurnSource,
): Promise<ContinuedTurn | undefined> {
  const { conversation, sessionId, fork = false } = options;
  const results = readToolResults(call.prompt);
  const { answers, callIds: requestIds } = results;
  const turnId = results.areLast && answers.size > 0 ? results.turnId : undefined;
  const waiting = waitingTurns();
  // A fork leaves its session as it is.
  const { scope } = turns;
  const sought = { scope, requestIds, conversation, sessionId: fork ? undefined : sessionId };
  const found = waiting.find(sought);
  const known = found.find(
    (turn) => results.areLast && isModelOf(turn, agent) && waitsFor(turn, answers),
  );
  for (const turn of found) {
    // From here on nobody else finds it. Of a turn that is called for, there may be several readings.
    if (turn === known || turn.turn.id === (known?.turn.id ?? turnId)) waiting.remove(turn);
    // Whether it could be ended, a new turn finds out.
    else waiting.end(turn, SUPERSEDED).catch(() => undefined);
  }
  const live =
    known ??
    (turnId === undefined
      ? undefined
      : await reopenTurn(turnId, { call, options, agent, turns, results }));
  if (live !== undefined) {
    const given = await give(live, answers, call.abortSignal);
    // It may have ended while it waited, or long after it got the same results.
    const isOver =
      given.areLate && (await isOverWith(live, await turns.open(live.turn.id), answers));
    return { live, ...given, ...(isOver && { warnings: [] }) };
  }
  await endElsewhere(results, found, conversation, turns);
  await waiting.free(sought);
  return undefined;
}

const SUPERSEDED = 'The conversation went on without the results that the agent waited for.';

function isModelOf({ model }: LiveTurn, { reference }: ModelAgent): boolean {
  return model === reference;
}

function waitsFor({ open }: LiveTurn, answers: ToolResults['answers']): boolean {
  return [...open].some((id) => answers.has(id));
}

/** Ends what waits in other processes for results that the conversation went on without. */
async function endElsewhere(
  { leftTurns }: ToolResults,
  found: readonly LiveTurn[],
  conversation: string | undefined,
  turns: TurnSource,
): Promise<void> {
  const here = new Set(found.map(({ turn }) => turn.id));
  const ending = [...leftTurns].map(async (id) => {
    if (here.has(id)) return;
    const turn = await turns.open(id);
    if (turn.end === undefined && belongsTo(turn, conversation)) await turn.cancel(SUPERSEDED);
  });
  // One that can't be found or ended is up to who conducts it.
  await Promise.allSettled(ending);
}

async function give(
  live: LiveTurn,
  answers: ReadonlyMap<string, ToolAnswer>,
  signal: AbortSignal | undefined,
): Promise<Omit<ContinuedTurn, 'live'> & { readonly areLate: boolean }> {
  const given = [...answers].filter(([id]) => live.open.delete(id));
  if (signal?.aborted) {
    waitingTurns()
      .end(live, 'The call was aborted.')
      .catch(() => undefined);
    signal.throwIfAborted();
  }
  try {
    const receipts = await Promise.all(given.map(([id, answer]) => live.turn.answer(id, answer)));
    return {
      answers: Object.fromEntries(given),
      areLate: receipts.every((receipt) => receipt !== 'taken'),
      warnings: given.flatMap(([id], index) => lateWarning(id, receipts[index])),
    };
  } catch (error) {
    // Whoever calls again gives them again.
    for (const [id] of given) live.open.add(id);
    waitingTurns().add(live, signal);
    throw error;
  }
}

/** The events say how the agent went on without it. */
function lateWarning(id: string, receipt: AnswerReceipt | undefined): CallWarning[] {
  if (receipt === 'taken') return [];
  const message = `The result of the call ${id} came too late: the agent had given it up.`;
  return [{ type: 'other', message }];
}
