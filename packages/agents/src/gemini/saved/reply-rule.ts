import {
  isJsonObject,
  type JsonObject,
  type ReasoningEvent,
  type UsageEvent,
} from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText } from '../../interpret/json-fields.js';
import { tokensUsage } from '../usage.js';
import { areCalls, emitCall } from './call-rule.js';
import { readParts } from './message-parts.js';
import { type EmittedMessage, noteModel, registerMessage, type SavedState } from './state.js';

/**
 * A `gemini` message: one reply of the model. The file has it when the model has spoken, and again
 * when its calls are over, with all that was in it before.
 */
export function readReply(record: JsonObject, state: SavedState, emitter: Emitter): Disposition {
  const id = asText(record.id) ?? '';
  const { toolCalls = NONE, tokens } = record;
  if (!areCalls(toolCalls)) return 'unknown';
  const message = state.messages.get(id) ?? readFirst(record, id, state, emitter);
  if (message === undefined) return 'unknown';
  if (!message.hasUsage && isJsonObject(tokens)) {
    message.hasUsage = true;
    emitUsage(tokens, message.hasText ? id : undefined, emitter);
  }
  state.isAnswered = toolCalls.length === 0 && message.hasText;
  if (toolCalls.length === 0) return 'mapped';
  message.calls ??= new Map();
  for (let index = 0; index < toolCalls.length; index += 1) {
    const call = toolCalls[index];
    if (call !== undefined) emitCall(call, `${id}:call:${index}`, message.calls, emitter);
  }
  return 'mapped';
}

const NONE: readonly never[] = [];

/** Emits thoughts and words; undefined where they can't be read. */
function readFirst(
  record: JsonObject,
  id: string,
  state: SavedState,
  emitter: Emitter,
): EmittedMessage | undefined {
  const parts = readParts(record.content);
  const thoughts = parts && thoughtsOf(record, parts.thoughts);
  if (parts === undefined || thoughts === undefined) return undefined;
  const message = registerMessage(state, id);
  const { text: content } = parts;
  const model = asText(record.model);
  message.hasText = content !== '';
  noteModel(model, state, emitter);
  if (model === undefined && typeof record.content !== 'string') {
    // What the CLI says in the model's name has no model, and comes in parts.
    const synthetic = 'acknowledgement';
    if (message.hasText)
      emitter.emit({ type: 'message', role: 'assistant', content, id, synthetic });
    return message;
  }
  for (let index = 0; index < thoughts.length; index += 1) {
    emitThought(thoughts[index], `${id}:${index}`, emitter);
  }
  if (message.hasText) emitter.emit({ type: 'message', role: 'assistant', content, id });
  return message;
}

/** The thoughts of a reply: summaries beside its parts, or else those among them. */
function thoughtsOf(
  { thoughts }: JsonObject,
  inParts: readonly string[],
): readonly (string | JsonObject)[] | undefined {
  if (thoughts === undefined || thoughts === null) return inParts;
  if (!Array.isArray(thoughts)) return undefined;
  if (thoughts.length === 0) return inParts;
  return thoughts.every(isThought) ? thoughts : undefined;
}

function isThought(thought: unknown): thought is string | JsonObject {
  if (!isJsonObject(thought)) return typeof thought === 'string';
  return typeof thought.description === 'string' || typeof thought.subject === 'string';
}

/** A thought is a text, or has a title, which the model sets in bold, and a text. */
function emitThought(thought: string | JsonObject | undefined, id: string, emitter: Emitter): void {
  const summary = isJsonObject(thought) ? thought : undefined;
  const subject = asText(summary?.subject) ?? '';
  const text = asText(summary?.description) ?? asText(thought) ?? '';
  const title = subject === '' ? '' : `**${subject}**`;
  const content = title === '' || text === '' ? title + text : `${title}\n\n${text}`;
  if (content === '') return;
  const event: ReasoningEvent = { type: 'reasoning', content, id };
  const ts = asText(summary?.timestamp);
  if (ts !== undefined) event.ts = ts;
  emitter.emit(event);
}

function emitUsage(tokens: JsonObject, messageId: string | undefined, emitter: Emitter): void {
  const used = tokensUsage(tokens);
  if (used === undefined) return;
  const event: UsageEvent = { type: 'usage', ...used };
  if (messageId !== undefined) event.message_id = messageId;
  emitter.emit(event);
}
