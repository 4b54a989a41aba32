import type { DragomanEvent, JsonObject, ToolUseEvent } from '@dragoman/protocol';
import { numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import { stamped } from '../interpret/stamped.js';
import { isPlanCall } from '../tools/common-call.js';
import { isoTime } from './iso-time.js';
import { readToolPart } from './tools.js';

/** A part that is a call, as events: the call, and its result where there is one. */
export function toolEvents(part: JsonObject, ts: string | undefined): DragomanEvent[] | undefined {
  const content = readToolPart(part);
  if (content === undefined) return undefined;
  const { id, call, result, isPartial } = content;
  const state = objectAt(part, 'state');
  const time = objectAt(state, 'time');
  const began = isoTime(numberAt(time, 'start')) ?? ts;
  const ended = isoTime(numberAt(time, 'end')) ?? began;
  if (isPlanCall(call) && result?.status === 'success') {
    return [stamped({ type: 'plan', items: [...call.plan] }, ended)];
  }
  const told = isPlanCall(call) ? call.call : call;
  const use: ToolUseEvent = { type: 'tool_use', tool_id: id, ...told };
  if (isPartial) use.partial = true;
  const events: DragomanEvent[] = [stamped(use, began)];
  if (result !== undefined) {
    events.push(stamped({ type: 'tool_result', tool_id: id, ...result }, ended));
    return events;
  }
  const printed = textAt(objectAt(state, 'metadata'), 'output');
  if (printed !== undefined && printed !== '') {
    events.push(stamped({ type: 'tool_output', tool_id: id, content: printed }, began));
  }
  return events;
}
