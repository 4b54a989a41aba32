import { DragomanError, type EndEvent } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import type { CallOptions, DragomanOptions } from '../call/call-options.js';
import type { ModelAgent } from '../call/plan-call.js';
import type { ToolResults } from '../call/read-tool-results.js';
import { holdCalls, type ModelContent } from './collect-turn.js';
import { createLiveTurn, type LiveTurn } from './live-turn.js';
import type { OpenedTurn, TurnSource } from './turn-source.js';

export interface ReopenOptions {
  readonly call: CallOptions;
  readonly options: DragomanOptions;
  readonly agent: ModelAgent;
  readonly turns: TurnSource;
  readonly results: ToolResults;
}

/**
 * A turn that waits, but not in this process: it is read again up to the end of the step that the prompt
 * ends with, which is its last request. What was said until then comes out of the mapping as it did
 * before, and nobody gets it twice. Rejects with `turn_gone` where there is nothing to go on with.
 */
export async function reopenTurn(turnId: string, reopen: ReopenOptions): Promise<LiveTurn> {
  const { call, options, agent, turns, results } = reopen;
  const turn = await findTurn(turnId, turns);
  const { conversation } = options;
  if (!belongsTo(turn, conversation)) {
    throw gone(turnId, 'It belongs to a conversation of another name.');
  }
  const { agent: name = agent.name } = turn;
  if (name !== agent.name) throw gone(turnId, `It is a turn of ${name}.`);
  const { scope } = turns;
  const live = createLiveTurn({ call, agent, turn, scope, conversation, resumes: undefined });
  const missing = await replay(live, turn, results);
  if (missing !== undefined) throw gone(turnId, `It never asked for the call ${missing}.`);
  await isOverWith(live, turn, results.answers);
  return live;
}

/**
 * Whether a turn is over and has got these results before: then it is read again. Rejects with
 * `turn_gone` where it is over and has got none of them.
 */
export async function isOverWith(
  live: LiveTurn,
  { id, end }: OpenedTurn,
  answers: ToolResults['answers'],
): Promise<boolean> {
  if (end === undefined) return false;
  if (await wasAnswered(live, answers)) return true;
  throw gone(id, `It had ended before these results came: ${wordsOf(end)}`);
}

/** A turn of a named conversation takes nothing from another, should an id of a request get about. */
export function belongsTo(turn: OpenedTurn, conversation: string | undefined): boolean {
  return turn.conversation === undefined || turn.conversation === conversation;
}

async function findTurn(turnId: string, turns: TurnSource): Promise<OpenedTurn> {
  try {
    return await turns.open(turnId);
  } catch (error) {
    if (errorCode(error) !== 'turn_unknown') throw error;
    throw gone(turnId, 'Nobody here knows it (any more).', error);
  }
}

/** Takes a turn through the steps that the prompt knows. Returns a call that it never made. */
async function replay(
  live: LiveTurn,
  turn: OpenedTurn,
  { steps, shownIds }: ToolResults,
): Promise<string | undefined> {
  const missing = new Set(steps.flat());
  const lastIds = new Set(steps.map((ids) => ids.at(-1)));
  const calls: ModelContent[] = [];
  const reading = new AbortController();
  for await (const event of turn.events({ after: 0, signal: reading.signal })) {
    const id = 'requestId' in event ? event.requestId : undefined;
    const isOver = id !== undefined && missing.delete(id) && lastIds.has(id);
    const parts = live.mapper.push(event);
    if (isOver) parts.push(...live.mapper.pause());
    live.cursor = event.seq;
    for (const part of live.refine(parts)) {
      const isCall = part.type === 'tool-call' || part.type === 'tool-result';
      if (isCall && !('preliminary' in part && part.preliminary)) calls.push(part);
    }
    if (missing.size === 0 || event.seq >= turn.lastSeq) break;
  }
  reading.abort();
  // Those of a whole answer come with their results.
  live.held = holdCalls(calls).held.filter(({ toolCallId }) => !shownIds.has(toolCallId));
  return [...missing][0];
}

async function wasAnswered(
  { turn, cursor }: LiveTurn,
  answers: ToolResults['answers'],
): Promise<boolean> {
  for await (const event of turn.events({ after: cursor })) {
    if (event.type !== 'tool_answer' || event.status === 'expired') continue;
    if (answers.has(event.requestId)) return true;
  }
  return false;
}

function wordsOf({ status, reason }: EndEvent): string {
  return reason == null ? `${status}.` : `${status}, ${reason}`;
}

/** Not started anew: the agent would do again what it has done, without any memory of it. */
function gone(turnId: string, why: string, cause?: unknown): DragomanError {
  return new DragomanError(
    'turn_gone',
    `The turn ${turnId} doesn't wait for these results. ${why} Go on with a new message of the user.`,
    { cause },
  );
}
