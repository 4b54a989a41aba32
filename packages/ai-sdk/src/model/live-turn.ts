import type { CallOptions, DragomanOptions } from '../call/call-options.js';
import { offerTools } from '../call/offer-tools.js';
import { type CallPlan, chooseFormat, type ModelAgent, planCall } from '../call/plan-call.js';
import type { ModelPart } from '../mapping/model-part.js';
import { createPartMapper, type PartMapper } from '../mapping/part-mapper.js';
import type { HeldCall } from './collect-turn.js';
import { createJsonAnswer } from './json-answer.js';
import type { ModelTurn, TurnSource } from './turn-source.js';

/** A turn over all the calls that it takes: where the SDK executes tools, another call follows. */
export interface LiveTurn {
  /** The model that the turn was asked of, such as `codex@0.58.0`. */
  readonly model: string;
  readonly turn: ModelTurn;
  /** Whose turn it is: that of its source. */
  readonly scope: string | undefined;
  /** The conversation that it belongs to, where it was named. */
  readonly conversation: string | undefined;
  /** The session that it continues, where it continues one. */
  readonly resumes: string | undefined;
  readonly mapper: PartMapper;
  /** What is done to parts on their way, whatever the specification. */
  readonly refine: (parts: readonly ModelPart[]) => readonly ModelPart[];
  /** The names of the tools that were offered to the agent. */
  readonly toolNames: readonly string[];
  /** The requests that wait for an answer. */
  readonly open: Set<string>;
  /** The `seq` of the last event that was emitted. */
  cursor: number;
  /** Calls of the agent's own tools that a whole answer keeps for the step with their results. */
  held: readonly HeldCall[];
}

export interface BegunTurn extends Pick<CallPlan, 'request' | 'warnings'> {
  readonly live: LiveTurn;
}

/** Begins the turn that a call asks for. */
export async function beginTurn(
  call: CallOptions,
  options: DragomanOptions,
  agent: ModelAgent,
  turns: TurnSource,
): Promise<BegunTurn> {
  const { abortSignal: signal } = call;
  signal?.throwIfAborted();
  const { request, warnings } = planCall(call, options, agent);
  const turn = await whileAborts(signal, (starting) => turns.start(request, starting));
  const { conversation } = options;
  return {
    request,
    warnings,
    live: createLiveTurn({
      ...{ call, agent, turn, conversation },
      scope: turns.scope,
      resumes: request.resume,
    }),
  };
}

export interface LiveTurnOptions
  extends Pick<LiveTurn, 'turn' | 'scope' | 'conversation' | 'resumes'> {
  /** A call of the turn, whichever: all of them say the same. */
  readonly call: CallOptions;
  readonly agent: ModelAgent;
}

/** A turn of which nothing has been read. */
export function createLiveTurn({ call, agent, turn, ...of }: LiveTurnOptions): LiveTurn {
  const { includeRawChunks: raw = false } = call;
  const { json } = chooseFormat(call, agent.abilities);
  const { tools, activity } = offerTools(call, agent.name, undefined);
  const open = new Set<string>();
  const answer = json && createJsonAnswer(json.schema, agent.answerTools);
  return {
    ...of,
    model: agent.reference,
    turn,
    mapper: createPartMapper({ raw, activity, holdsFailure: true, turnId: turn.id, open }),
    refine: (parts) => (answer ? answer.push(parts) : parts),
    toolNames: tools.map(({ name }) => name),
    open,
    cursor: 0,
    held: [],
  };
}

/**
 * Passes a signal on for as long as something takes. A turn may outlive the call that began it; then
 * the signal of another call counts.
 */
async function whileAborts<Result>(
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const passed = new AbortController();
  const onAbort = () => passed.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await act(passed.signal);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
