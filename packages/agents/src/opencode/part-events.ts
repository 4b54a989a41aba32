import type { JsonObject, MessageEvent, ReasoningEvent, ToolUseEvent } from '@dragoman/protocol';
import type { Emitter } from '../interpret/emitter.js';
import { timed } from '../interpret/events.js';
import { flagAt, numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import { isPlanCall } from '../tools/common-call.js';
import { isoTime } from './iso-time.js';
import type { ToolPartContent } from './tools/read-tool-part.js';

// What the parts of a message become in both views: live they come one by one.

/**
 * A part that is text, as a message. One that OpenCode wrote itself is in the user's name, whoever's
 * message it stands in. Undefined for a part without text.
 */
export function textEvent(
  part: JsonObject | undefined,
  role: MessageEvent['role'],
): MessageEvent | undefined {
  const content = textAt(part, 'text');
  if (content === undefined) return undefined;
  const synthetic = syntheticKind(part);
  const event: MessageEvent = {
    type: 'message',
    role: synthetic === undefined ? role : 'user',
    content,
    delta: false,
  };
  const id = textAt(part, 'id');
  if (id !== undefined) event.id = id;
  if (synthetic !== undefined) event.synthetic = synthetic;
  return timed(event, timeOf(part));
}

function syntheticKind(part: JsonObject | undefined): string | undefined {
  if (flagAt(part, 'synthetic') === true) return 'context';
  return flagAt(part, 'ignored') === true ? 'ignored' : undefined;
}

/** A part that is a thought. Undefined for a part without text. */
export function reasoningEvent(part: JsonObject | undefined): ReasoningEvent | undefined {
  const content = textAt(part, 'text');
  if (content === undefined) return undefined;
  const event: ReasoningEvent = { type: 'reasoning', content, delta: false };
  const id = textAt(part, 'id');
  const signature = signatureOf(objectAt(part, 'metadata'));
  if (id !== undefined) event.id = id;
  if (signature !== undefined) event.signature = signature;
  return timed(event, timeOf(part));
}

/** The signature is under the name of the provider that made it. */
function signatureOf(metadata: JsonObject | undefined): string | undefined {
  if (metadata === undefined) return undefined;
  for (const provider of Object.keys(metadata)) {
    const signature = textAt(objectAt(metadata, provider), 'signature');
    if (signature !== undefined) return signature;
  }
  return undefined;
}

function timeOf(part: JsonObject | undefined): string | undefined {
  const time = objectAt(part, 'time');
  return isoTime(numberAt(time, 'end') ?? numberAt(time, 'start'));
}

/** Emits a call, and its result where there is one. */
export function emitCall(
  { id, call, result, isPartial }: ToolPartContent,
  part: JsonObject,
  emitter: Emitter,
): void {
  const state = objectAt(part, 'state');
  const time = objectAt(state, 'time');
  const began = isoTime(numberAt(time, 'start'));
  const ended = isoTime(numberAt(time, 'end')) ?? began;
  if (isPlanCall(call) && result?.status === 'success') {
    emitter.emit(timed({ type: 'plan', items: [...call.plan] }, ended));
    return;
  }
  const use: ToolUseEvent = {
    type: 'tool_use',
    tool_id: id,
    ...(isPlanCall(call) ? call.call : call),
  };
  if (isPartial) use.partial = true;
  emitter.emit(timed(use, began));
  if (result !== undefined) {
    emitter.emit(timed({ type: 'tool_result', tool_id: id, ...result }, ended));
    return;
  }
  const printed = textAt(objectAt(state, 'metadata'), 'output');
  if (printed !== undefined && printed !== '') {
    emitter.emit(timed({ type: 'tool_output', tool_id: id, content: printed }, began));
  }
}

/** Whether a call was refused. */
export function isRefused({ result }: ToolPartContent): boolean {
  return result?.error?.type === 'denied';
}
