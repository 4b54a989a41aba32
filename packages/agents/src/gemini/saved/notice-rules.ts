import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { failureEvents } from '../../interpret/events.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText } from '../../interpret/json-fields.js';
import type { ReadRecord } from '../../interpret/record-rule.js';
import { readParts } from './message-parts.js';
import { registerMessage, type SavedState } from './state.js';

const CANCELLED = 'Request cancelled.';
const API_ERROR = '[API Error: ';

/** An `info` message: a notice, or what tools gave the model to look at. */
export const readInfo = noticeRule((content, emitter) => {
  if (content === CANCELLED) {
    emitter.emit({ type: 'turn', status: 'aborted', reason: 'interrupted' });
  } else emitter.emit({ type: 'stderr', content });
});

/** A `warning` message. */
export const readWarning = noticeRule((message, emitter) => {
  emitter.emit({ type: 'error', message, fatal: false });
});

/** An `error` message. The turn is over where it is the model that refused. */
export const readError = noticeRule((message, emitter) => {
  if (!message.startsWith(API_ERROR)) emitter.emit({ type: 'error', message, fatal: false });
  else for (const event of failureEvents({ message })) emitter.emit(event);
});

/** Reads a message of which the text is all, when the file has it for the first time. */
function noticeRule(emitText: (text: string, emitter: Emitter) => void): ReadRecord<SavedState> {
  return (record: JsonObject, state: SavedState, emitter: Emitter): Disposition => {
    const id = asText(record.id) ?? '';
    const text = readParts(record.content)?.text;
    if (text === undefined) return 'unknown';
    if (state.messages.has(id)) return 'mapped';
    registerMessage(state, id);
    if (text !== '') emitText(text, emitter);
    return 'mapped';
  };
}
