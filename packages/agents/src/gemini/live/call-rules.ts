import { type DragomanEvent, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { isPlanCall } from '../../tools/common-call.js';
import { failedResult } from '../tools/failed-result.js';
import { readShellDisplay } from '../tools/shell-result.js';
import { toCommonCall } from '../tools/to-common-call.js';
import { emitHeldError, type LiveState } from './live-state.js';

const SHELL = 'run_shell_command';

export function readToolUse(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const toolId = asText(record.tool_id);
  const name = asText(record.tool_name);
  const { parameters: args = {} } = record;
  if (toolId === undefined || name === undefined || !isJsonObject(args)) return 'unknown';
  emitHeldError(state, emitter);
  state.textId = undefined;
  state.stage = 'calls';
  state.names.set(toolId, name);
  const call = toCommonCall({ name, args });
  if (isPlanCall(call)) state.plans.set(toolId, call);
  else emitAll(state.calls.use(toolId, call), emitter);
  return 'mapped';
}

export function readToolResult(
  record: JsonObject,
  state: LiveState,
  emitter: Emitter,
): Disposition {
  const toolId = asText(record.tool_id);
  if (toolId === undefined) return 'unknown';
  const result = resultOf(record, state.names.get(toolId));
  if (result === undefined) return 'unknown';
  emitHeldError(state, emitter);
  state.textId = undefined;
  const plan = state.plans.get(toolId);
  state.plans.delete(toolId);
  state.names.delete(toolId);
  if (plan !== undefined && record.status === 'success') {
    emitter.emit({ type: 'plan', items: [...plan.plan] });
  } else emitAll(state.calls.answer(toolId, plan?.call, result), emitter);
  return 'mapped';
}

/** Emits the calls that set a plan and have no result at the end of the stream. */
export function emitUnansweredPlans({ plans, calls }: LiveState, emitter: Emitter): void {
  for (const [toolId, { call }] of plans) emitAll(calls.use(toolId, call), emitter);
}

/**
 * The result of a call; undefined where the record has none that can be read. The output is what a
 * person is shown. Of a failure the model gets more, and that is in the error.
 */
function resultOf(record: JsonObject, name: string | undefined): CallResult | undefined {
  const { status } = record;
  const output = asText(record.output);
  if (output === undefined && record.output !== undefined) return undefined;
  if (status === 'error') {
    const error = objectAt(record, 'error');
    if (error === undefined && record.error !== undefined) return undefined;
    const message = textAt(error, 'message') ?? output ?? 'The call failed.';
    return failedResult(message, textAt(error, 'type'));
  }
  if (status !== 'success') return undefined;
  if (output === undefined) return { status };
  return name === SHELL ? readShellDisplay(output) : { status, output };
}

function emitAll(events: readonly DragomanEvent[], { emit }: Emitter): void {
  for (const event of events) emit(event);
}
