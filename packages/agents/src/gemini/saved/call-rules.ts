import type { DragomanEvent, JsonObject, ToolUseEvent } from '@dragoman/protocol';
import { asText, objectAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { type CommonCall, isPlanCall } from '../../tools/common-call.js';
import { toCommonCall } from '../tools.js';
import { callResult } from './call-result.js';
import type { SavedState } from './saved-state.js';

/** A call in the message that made it: told once, and its answer once. */
export function readCall(
  record: JsonObject,
  messageId: string,
  index: number,
  told: Map<string, boolean>,
  state: SavedState,
): void {
  const name = asText(record.name);
  if (name === undefined) return;
  const toolId = asText(record.id) ?? `${messageId}:call:${index}`;
  const answered = told.get(toolId);
  if (answered === true) return;
  const args = objectAt(record, 'args') ?? {};
  const common = toCommonCall({ name, args }, asText(record.displayName));
  const call = isPlanCall(common) ? common.call : common;
  const result = callResult(record, call);
  const ts = asText(record.timestamp) ?? state.ts;
  const { events } = state;
  told.set(toolId, result !== undefined);
  if (isPlanCall(common) && answered === undefined && result?.status === 'success') {
    events.push(stamped({ type: 'plan', items: [...common.plan] }, ts));
    return;
  }
  if (answered === undefined) events.push(stamped(useEvent(toolId, call), ts));
  if (result === undefined) return;
  const event: DragomanEvent = { type: 'tool_result', tool_id: toolId, ...result };
  events.push(stamped(event, ts));
}

/** Spelt out, not spread: a session has as many of these as calls. */
function useEvent(tool_id: string, call: CommonCall): ToolUseEvent {
  const event: ToolUseEvent = {
    type: 'tool_use',
    tool_id,
    tool_name: call.tool_name,
    parameters: call.parameters,
    kind: call.kind,
  };
  if (call.native_name !== undefined) event.native_name = call.native_name;
  if (call.native_parameters !== undefined) event.native_parameters = call.native_parameters;
  return event;
}
