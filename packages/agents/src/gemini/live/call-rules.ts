import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { isPlanCall } from '../../tools/common-call.js';
import { failedResult, readShellDisplay, toCommonCall } from '../tools.js';
import type { LiveState } from './live-state.js';

const SHELL = 'run_shell_command';

export function readToolUse(record: JsonObject, state: LiveState): DragomanEvent[] | undefined {
  const toolId = asText(record.tool_id);
  const name = asText(record.tool_name);
  if (toolId === undefined || name === undefined) return undefined;
  state.textId = undefined;
  state.stage = 'calls';
  state.names.set(toolId, name);
  const call = toCommonCall({ name, args: objectAt(record, 'parameters') ?? {} });
  if (isPlanCall(call)) {
    state.plans.set(toolId, call);
    return [];
  }
  return allStamped(state.calls.use(toolId, call), state);
}

export function readResult(record: JsonObject, state: LiveState): DragomanEvent[] | undefined {
  const toolId = asText(record.tool_id);
  if (toolId === undefined) return undefined;
  state.textId = undefined;
  const plan = state.plans.get(toolId);
  const name = state.names.get(toolId);
  state.plans.delete(toolId);
  state.names.delete(toolId);
  if (plan !== undefined && record.status === 'success') {
    return [stamped({ type: 'plan', items: [...plan.plan] }, state.ts)];
  }
  return allStamped(state.calls.answer(toolId, plan?.call, resultOf(record, name)), state);
}

/** The calls that set a plan and had no answer when the stream ended: nothing says that they did. */
export function unansweredPlans(state: LiveState): DragomanEvent[] {
  return [...state.plans].flatMap(([toolId, { call }]) => state.calls.use(toolId, call));
}

/**
 * What a call brought. The output is what a person is shown. Of a failure the model is told more, and
 * that is in the error.
 */
function resultOf(record: JsonObject, name: string | undefined): CallResult {
  const output = asText(record.output);
  if (record.status !== 'success') {
    const error = objectAt(record, 'error');
    const message = textAt(error, 'message') ?? output ?? 'The call failed.';
    return failedResult(message, textAt(error, 'type'));
  }
  if (output === undefined) return { status: 'success' };
  return name === SHELL ? readShellDisplay(output) : { status: 'success', output };
}

function allStamped(events: DragomanEvent[], { ts }: LiveState): DragomanEvent[] {
  for (const event of events) stamped(event, ts);
  return events;
}
