import {
  isJsonObject,
  type JsonObject,
  type UsageEvent,
  type UsageFigures,
} from '@dragoman/protocol';
import { asText, listAt, textAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { tokensUsage } from '../usage/tokens-usage.js';
import { readCall } from './call-rules.js';
import { type ReadParts, readParts } from './read-parts.js';
import { type EmittedMessage, emit, noteNew, type SavedState } from './saved-state.js';
import { noteModel } from './session-rules.js';

/**
 * A `gemini` message: one reply of the model. It is written down when the model has spoken, and again
 * when its calls are over; what was in it before stays.
 */
export function readReply(record: JsonObject, state: SavedState): boolean {
  const id = asText(record.id) ?? '';
  const known = state.messages.get(id);
  const told = known ?? readFirst(record, id, state);
  if (told !== undefined) readLaterParts(record, id, told, state);
  return told !== undefined;
}

function readFirst(record: JsonObject, id: string, state: SavedState): EmittedMessage | undefined {
  const parts = readParts(record.content);
  const told = parts === undefined ? undefined : noteNew(state, id);
  if (parts === undefined || told === undefined) return undefined;
  const model = asText(record.model);
  noteModel(model, state);
  const content = parts.texts.join('');
  told.hasText = content !== '';
  if (model === undefined && typeof record.content !== 'string') {
    // What the CLI says in the model's name has no model, and comes in parts.
    const synthetic = 'acknowledgement';
    if (told.hasText) emit(state, { type: 'message', role: 'assistant', content, id, synthetic });
    return told;
  }
  emitThoughts(record, id, parts, state);
  if (told.hasText) emit(state, { type: 'message', role: 'assistant', content, id });
  return told;
}

/** What a message may get after it was first written down. */
function readLaterParts(
  record: JsonObject,
  id: string,
  told: EmittedMessage,
  state: SavedState,
): void {
  if (!told.hasUsage && isJsonObject(record.tokens)) {
    told.hasUsage = true;
    const used = tokensUsage(record.tokens);
    if (used !== undefined) emit(state, usageEvent(used, told.hasText ? id : undefined));
  }
  const calls = listAt(record, 'toolCalls');
  if (calls.length === 0) return;
  told.calls ??= new Map();
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index];
    if (isJsonObject(call)) readCall(call, id, index, told.calls, state);
  }
}

function usageEvent(used: UsageFigures, messageId: string | undefined): UsageEvent {
  return messageId === undefined
    ? { type: 'usage', ...used }
    : { type: 'usage', ...used, message_id: messageId };
}

function emitThoughts(record: JsonObject, id: string, parts: ReadParts, state: SavedState): void {
  const summaries = listAt(record, 'thoughts');
  const thoughts = summaries.length > 0 ? summaries : parts.thoughts;
  for (let index = 0; index < thoughts.length; index += 1) {
    emitThought(thoughts[index], `${id}:${index}`, state);
  }
}

/** A thought is a text, or has a title, which the model sets in bold, and a text. */
function emitThought(thought: unknown, id: string, state: SavedState): void {
  const summary = isJsonObject(thought) ? thought : undefined;
  const subject = textAt(summary, 'subject') ?? '';
  const text = textAt(summary, 'description') ?? asText(thought) ?? '';
  const title = subject === '' ? '' : `**${subject}**`;
  const content = title === '' || text === '' ? title + text : `${title}\n\n${text}`;
  if (content === '') return;
  const ts = textAt(summary, 'timestamp') ?? state.ts;
  state.events.push(stamped({ type: 'reasoning', content, id }, ts));
}
