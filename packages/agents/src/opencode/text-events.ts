import type { JsonObject, MessageEvent, ReasoningEvent } from '@dragoman/protocol';
import { flagAt, numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import { stamped } from '../interpret/stamped.js';
import { isoTime } from './iso-time.js';

/**
 * A part that is text, as a message. One that OpenCode wrote itself is in the user's name, whoever's
 * message it stands in. Undefined for a part without text.
 */
export function textEvent(
  part: JsonObject | undefined,
  role: MessageEvent['role'],
  ts: string | undefined,
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
  return stamped(event, timeOf(part) ?? ts);
}

function syntheticKind(part: JsonObject | undefined): string | undefined {
  if (flagAt(part, 'synthetic') === true) return 'context';
  return flagAt(part, 'ignored') === true ? 'ignored' : undefined;
}

/** A part that is a thought. Undefined for a part without text. */
export function reasoningEvent(
  part: JsonObject | undefined,
  ts: string | undefined,
): ReasoningEvent | undefined {
  const content = textAt(part, 'text');
  if (content === undefined) return undefined;
  const event: ReasoningEvent = { type: 'reasoning', content, delta: false };
  const id = textAt(part, 'id');
  const signature = signatureOf(objectAt(part, 'metadata'));
  if (id !== undefined) event.id = id;
  if (signature !== undefined) event.signature = signature;
  return stamped(event, timeOf(part) ?? ts);
}

/** The seal is under the name of whichever provider put it there. */
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
