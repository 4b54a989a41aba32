import { type DragomanEvent, deriveId, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { timed } from '../../interpret/events.js';
import { asText, textAt, textsAt } from '../../interpret/json-fields.js';
import { contextKind } from './context-kind.js';
import {
  agentContinues,
  isEmittedTwice,
  originOf,
  type ReadSaved,
  type RecordSource,
  type SavedState,
} from './state.js';
import { contextId, eventOfUserItem } from './user-content.js';

/** A `message` item: of the user, of the agent, or instructions. */
export const readMessage: ReadSaved = (payload, state, emitter) => {
  const texts = textsOf(payload);
  const role = asText(payload.role);
  if (texts === undefined || role === undefined) return 'unknown';
  if (role === 'user') {
    if (state.session.cwd === undefined) noteFolder(texts, state);
    state.users.item(payload, originOf(payload, emitter), state.isBare);
  } else if (role === 'assistant') readReply(payload, texts, state, emitter);
  else readInstructions(payload, texts, emitter);
  return 'mapped';
};

/** The first era names the folder only in what it says to the model. */
function noteFolder(texts: readonly string[], { session }: SavedState): void {
  for (const text of texts) {
    if (!text.startsWith(ENVIRONMENT_OPENS)) continue;
    const from = text.indexOf(FOLDER_OPENS);
    const to = from === -1 ? -1 : text.indexOf(FOLDER_CLOSES, from);
    if (to !== -1) session.cwd = text.slice(from + FOLDER_OPENS.length, to);
  }
}

/** No person gives instructions: they are marked as what they are, for readers who want them. */
function readInstructions(payload: JsonObject, parts: readonly string[], emitter: Emitter): void {
  const text = parts.join('\n\n');
  if (text === '') return;
  const synthetic = contextKind(parts[0] ?? '') ?? 'instructions';
  const id = originOf(payload, emitter).id ?? contextId(emitter.ts, synthetic, text);
  emitter.emit({ type: 'message', role: 'system', content: text, id, synthetic });
}

/**
 * What the agent said. Its event, or its item, has come before it in every version; the summary of a
 * compaction has neither, and is known by the `compacted` record behind it.
 */
function readReply(
  payload: JsonObject,
  texts: readonly string[],
  state: SavedState,
  emitter: Emitter,
): void {
  modelContinues(state);
  const parts = texts.map(withoutProposedPlan).filter((part) => part !== '');
  const text = parts.join('');
  if (text === '' || isEmitted(payload, state, 'response')) return;
  const whole = text.trim();
  const isInParts = parts.length > 1 && !state.replies.isWaiting(whole);
  const said = isInParts ? parts.map((part) => part.trim()) : [whole];
  // Up to 0.98 live shows each part by itself.
  const isShownInParts = isInParts && (state.isBare || said.every(state.replies.isWaiting));
  const events = replyEvents(isShownInParts ? parts : [text], payload, emitter.ts);
  if (state.replies.addItem(said, events)) return;
  if (state.isBare) {
    events.forEach(emitter.emit);
    return;
  }
  const slot = emitter.reserve(() => emitter.fill(slot, events));
  state.unannounced = { slot, text };
}

/** The `agent_message` event. */
export const readReplyEvent: ReadSaved = (payload, state, { ts }) => {
  const text = asText(payload.message);
  if (text === undefined) return 'unknown';
  agentContinues(state);
  if (text !== '') state.replies.addEvent(text.trim(), () => replyEvent(text, payload, ts));
  return 'mapped';
};

/** The `AgentMessage` item. */
export const readReplyItem: ReadSaved = (item, state, emitter) => {
  const texts = textsOf(item);
  if (texts === undefined) return 'unknown';
  modelContinues(state);
  const text = texts.join('');
  if (text !== '' && !isEmitted(item, state, 'item')) {
    emitter.emit(replyEvent(text, item, emitter.ts));
  }
  return 'mapped';
};

/** The `Plan` item: a plan for the user to approve, taken out of the reply it was part of. */
export const readProposedPlan: ReadSaved = (item, state, emitter) => {
  const text = textAt(item, 'text');
  if (text === undefined) return 'unknown';
  agentContinues(state);
  if (text !== '') emitter.emit(replyEvent(text, item, emitter.ts));
  return 'mapped';
};

/** An `agent_message` item: what another agent wrote to this one. It may be sealed. */
export const readAgentMail: ReadSaved = (payload, _state, emitter) => {
  const texts = textsOf(payload);
  if (texts === undefined) return 'unknown';
  const text = texts.join('\n\n');
  if (text !== '') {
    const synthetic = 'agent_message';
    const id = idOf(payload, emitter.ts, synthetic, text);
    emitter.emit({ type: 'message', role: 'user', content: text, id, synthetic });
  }
  return 'mapped';
};

/** The `user_message` event. */
export const readUserEvent: ReadSaved = (payload, state, emitter) => {
  if (typeof payload.message !== 'string') return 'unknown';
  state.usage.prompt(payload);
  state.users.event(payload, originOf({}, emitter));
  return 'mapped';
};

/** The `UserMessage` item. */
export const readUserItem: ReadSaved = (item, state, emitter) => {
  if (textsOf(item) === undefined) return 'unknown';
  state.users.event(eventOfUserItem(item), originOf(item, emitter));
  return 'mapped';
};

/** A `reasoning` item. Only thoughts of models that show them are text; others are sealed. */
export const readThought: ReadSaved = (payload, state, emitter) => {
  const summary = textsOf(payload, 'summary');
  const content = payload.content == null ? [] : textsOf(payload);
  if (summary === undefined || content === undefined) return 'unknown';
  modelContinues(state);
  if (isEmitted(payload, state, 'response')) return 'mapped';
  const said = content.length === 0 ? summary : [...summary, ...content];
  if (said.length === 0) return 'mapped';
  const events = thoughtEvents(summary.length > 0 ? summary : content, payload, state, emitter.ts);
  if (!state.thoughts.addItem(said, events)) events.forEach(emitter.emit);
  return 'mapped';
};

/** An `agent_reasoning` or `agent_reasoning_raw_content` event: one part of a thought. */
export const readThoughtEvent: ReadSaved = (payload, state, { ts }) => {
  const text = asText(payload.text);
  if (text === undefined) return 'unknown';
  agentContinues(state);
  if (text !== '') state.thoughts.addEvent(text, () => thoughtEvent(text, {}, ts));
  return 'mapped';
};

/** The `Reasoning` item. */
export const readThoughtItem: ReadSaved = (item, state, emitter) => {
  const summary = textsAt(item, 'summary_text');
  const content = textsAt(item, 'raw_content') ?? (item.raw_content == null ? [] : undefined);
  if (summary === undefined || content === undefined) return 'unknown';
  modelContinues(state);
  if (isEmitted(item, state, 'item')) return 'mapped';
  const parts = [summary, content].map((texts) => texts.filter((text) => text !== ''));
  const said = parts.find((texts) => texts.length > 0);
  if (said !== undefined) {
    thoughtEvents(said, item, state, emitter.ts).forEach(emitter.emit);
  }
  return 'mapped';
};

/** The model speaks: what it called before the answers it has got will get none. */
function modelContinues(state: SavedState): void {
  agentContinues(state);
  state.calls.modelContinues();
}

type Time = string | undefined;

/** From 0.121 on live shows the parts of a thought as one. */
function thoughtEvents(
  parts: readonly string[],
  payload: JsonObject,
  { session, isPaginated }: SavedState,
  ts: Time,
): DragomanEvent[] {
  if (session.joinsThoughts || isPaginated) return [thoughtEvent(parts.join('\n'), payload, ts)];
  // Only the first part can have the id of the whole: two thoughts don't share one.
  return parts.map((part, index) => thoughtEvent(part, index === 0 ? payload : {}, ts));
}

/** True for the other record of what was emitted under this id. */
function isEmitted({ id }: JsonObject, state: SavedState, by: RecordSource): boolean {
  return typeof id === 'string' && id !== '' && isEmittedTwice(id, by, state);
}

/** The parts of one reply. Only the first can have its id. */
function replyEvents(parts: readonly string[], payload: JsonObject, ts: Time): DragomanEvent[] {
  const id = idOf(payload, ts, 'assistant', parts[0] ?? '');
  return parts.map((part, index) =>
    replyEvent(part, index === 0 ? payload : { id: deriveId('codex', id, String(index)) }, ts),
  );
}

function replyEvent(text: string, payload: JsonObject, ts: Time): DragomanEvent {
  const id = idOf(payload, ts, 'assistant', text);
  return timed({ type: 'message', role: 'assistant', content: text, id }, ts);
}

function thoughtEvent(text: string, payload: JsonObject, ts: Time): DragomanEvent {
  const id = idOf(payload, ts, 'reasoning', text);
  return timed({ type: 'reasoning', content: text, id }, ts);
}

function idOf({ id }: JsonObject, ts: Time, kind: string, text: string): string {
  return typeof id === 'string' && id !== '' ? id : deriveId('codex', ts ?? '', kind, text);
}

/** The texts among the parts of a record; undefined where there are no parts that can be read. */
function textsOf(record: JsonObject, key = 'content'): string[] | undefined {
  const parts = record[key];
  if (!Array.isArray(parts)) return undefined;
  const texts: string[] = [];
  let isReadable = parts.length === 0;
  for (const part of parts) {
    if (!isJsonObject(part)) continue;
    const text = asText(part.text) ?? asText(part.refusal);
    if (text !== undefined && text !== '') texts.push(text);
    isReadable ||= text !== undefined || OTHER_PARTS.some((name) => typeof part[name] === 'string');
  }
  return isReadable ? texts : undefined;
}

/** What a part that is no text holds: an image, or what only the model can read. */
const OTHER_PARTS = ['image_url', 'path', 'encrypted_content'] as const;
const ENVIRONMENT_OPENS = '<environment_context>';
const FOLDER_OPENS = '<cwd>';
const FOLDER_CLOSES = '</cwd>';
const PLAN_OPENS = '<proposed_plan>';
const PLAN_CLOSES = '</proposed_plan>';

/** A plan proposed within a reply has its own item, and its events leave it out of the reply. */
function withoutProposedPlan(text: string): string {
  const from = text.indexOf(PLAN_OPENS);
  const to = from === -1 ? -1 : text.indexOf(PLAN_CLOSES, from);
  return to === -1 ? text : text.slice(0, from) + text.slice(to + PLAN_CLOSES.length);
}
