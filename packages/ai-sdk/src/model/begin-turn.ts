import type { CallOptions } from '../call/call-options.js';
import type { DragomanOptions } from '../call/dragoman-options.js';
import { type CallPlan, type ModelAgent, planCall } from '../call/plan-call.js';
import { createPartMapper } from '../mapping/part-mapper.js';
import { createJsonAnswer } from './json-answer.js';
import type { LiveTurn } from './live-turn.js';
import type { TurnSource } from './turn-source.js';

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
  const { includeRawChunks: raw = false, abortSignal: signal } = call;
  signal?.throwIfAborted();
  const { request, json, activity, warnings } = planCall(call, options, agent);
  const turn = await whileAborts(signal, (starting) => turns.start(request, starting));
  const open = new Set<string>();
  const answer = json && createJsonAnswer(json.schema);
  return {
    request,
    warnings,
    live: {
      model: agent.reference,
      turn,
      conversation: options.conversation,
      resumes: request.resume,
      mapper: createPartMapper({ raw, activity, holdsFailure: true, turnId: turn.id, open }),
      refine: (parts) => (answer ? answer.push(parts) : parts),
      toolNames: request.tools?.map(({ name }) => name) ?? [],
      open,
      cursor: 0,
      held: [],
    },
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
