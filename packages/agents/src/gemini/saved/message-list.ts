import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { asText } from '../../interpret/json-fields.js';
import { readParts } from './read-parts.js';
import { emit, isNews, type SavedState } from './saved-state.js';

/** What the CLI lets the model say to the summary that takes the place of the messages so far. */
const ACKNOWLEDGED = 'Got it. Thanks for the additional context!';

/**
 * Reads a list of messages that takes the place of the one so far. Those that are missing in it were
 * said all the same. Once the conversation has begun, nothing is said in a list first: what has
 * another id there was given it when the list was made up anew, around a summary of what is missing.
 */
export function readMessageList(
  messages: readonly unknown[],
  state: SavedState,
  readMessage: (message: JsonObject) => void,
): void {
  const mayRepeat = state.isAsked;
  for (const [index, entry] of messages.entries()) {
    const message = isJsonObject(entry) ? entry : {};
    const id = asText(message.id);
    if (!mayRepeat || id === undefined || state.messages.has(id)) readMessage(message);
    else if (isSummary(message, messages[index + 1])) emitSummary(message, id, state);
    else isNews(state, id);
  }
}

/** A summary is known by the answer to it. */
function isSummary(message: JsonObject, next: unknown): boolean {
  return message.type === 'user' && isJsonObject(next) && isAcknowledgement(next);
}

function isAcknowledgement({ type, content }: JsonObject): boolean {
  return type === 'gemini' && readParts(content)?.texts.join('') === ACKNOWLEDGED;
}

function emitSummary(message: JsonObject, id: string, state: SavedState): void {
  state.ts = asText(message.timestamp);
  const summary = readParts(message.content)?.texts.join('') ?? '';
  isNews(state, id);
  emit(state, summary === '' ? { type: 'compaction' } : { type: 'compaction', summary });
}
