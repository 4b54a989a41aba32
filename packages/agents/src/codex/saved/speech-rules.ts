import { type DragomanEvent, deriveId, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { asText, listAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { contextKind } from './context-kind.js';
import { isEmittedTwice, type RecordSource } from './is-emitted-twice.js';
import { emit, goOn, originOf, type SavedState } from './saved-state.js';
import { contextId } from './user-events.js';

/** A `message` item: of the user, of the agent, or instructions. */
export function readMessage(payload: JsonObject, state: SavedState): void {
  const { role } = payload;
  if (role === 'user') {
    if (state.session.cwd === undefined) noteFolder(payload, state);
    state.users.item(payload, originOf(payload, state), state.isBare);
  } else if (role === 'assistant') readReply(payload, state);
  else readInstructions(payload, state);
}

/** The first era names the folder nowhere but in what it tells the model. */
function noteFolder(payload: JsonObject, { session }: SavedState): void {
  for (const text of textsOf(payload)) {
    if (!text.startsWith(ENVIRONMENT_OPENS)) continue;
    const from = text.indexOf(FOLDER_OPENS);
    const to = from === -1 ? -1 : text.indexOf(FOLDER_CLOSES, from);
    if (to !== -1) session.cwd = text.slice(from + FOLDER_OPENS.length, to);
  }
}

/** Who says instructions is no person: they are told as what they are, for those who want to see them. */
function readInstructions(payload: JsonObject, state: SavedState): void {
  const parts = textsOf(payload);
  const text = parts.join('\n\n');
  if (text === '') return;
  const synthetic = contextKind(parts[0] ?? '') ?? 'instructions';
  emit(state, {
    type: 'message',
    role: 'system',
    content: text,
    id: originOf(payload, state).id ?? contextId(state.ts, synthetic, text),
    synthetic,
  });
}

/**
 * What the agent said. Its event, or its item, has come before it in every version; the summary of a
 * compaction has neither, and is known by the `compacted` record behind it.
 */
function readReply(payload: JsonObject, state: SavedState): void {
  goOn(state);
  state.calls.modelSpeaks();
  const parts = textsOf(payload).map(withoutProposedPlan);
  const text = parts.join('');
  if (text === '' || isEmitted(payload, state, 'response')) return;
  const whole = text.trim();
  const isInParts = parts.length > 1 && !state.replies.isHeard(whole);
  const said = isInParts ? parts.map((part) => part.trim()) : [whole];
  const event = replyEvent(text, payload, state.ts);
  if (state.replies.answer(said, [event])) return;
  if (state.isBare) {
    emit(state, event);
    return;
  }
  const place = state.queue.hold(() => state.queue.settle(place, [event]));
  state.unannounced = { place, text };
}

/** The `agent_message` event. */
export function readReplyEvent(payload: JsonObject, state: SavedState): void {
  goOn(state);
  const text = asText(payload.message) ?? '';
  const { ts } = state;
  if (text !== '') state.replies.hear(text.trim(), () => replyEvent(text, payload, ts));
}

/** The `AgentMessage` item. */
export function readReplyItem(item: JsonObject, state: SavedState): void {
  goOn(state);
  state.calls.modelSpeaks();
  const text = textsOf(item).join('');
  if (text === '' || isEmitted(item, state, 'item')) return;
  emit(state, replyEvent(text, item, state.ts));
}

/** The `Plan` item: a plan for the user to approve, taken out of the reply it was part of. */
export function readProposedPlan(item: JsonObject, state: SavedState): void {
  goOn(state);
  const text = textAt(item, 'text') ?? '';
  if (text !== '') emit(state, replyEvent(text, item, state.ts));
}

/** An `agent_message` item: what another agent wrote to this one. */
export function readAgentMail(payload: JsonObject, state: SavedState): void {
  const text = textsOf(payload).join('\n\n');
  if (text === '') return;
  const synthetic = 'agent_message';
  const id = idOf(payload, state.ts, synthetic, text);
  emit(state, { type: 'message', role: 'user', content: text, id, synthetic });
}

/** A `reasoning` item. Only thoughts of models that show them are text; others are sealed. */
export function readThought(payload: JsonObject, state: SavedState): void {
  goOn(state);
  state.calls.modelSpeaks();
  if (isEmitted(payload, state, 'response')) return;
  const summary = textsOf(payload, 'summary');
  const content = textsOf(payload, 'content');
  const said = content.length === 0 ? summary : [...summary, ...content];
  if (said.length === 0) return;
  const events = thoughtEvents(summary.length > 0 ? summary : content, payload, state);
  if (state.thoughts.answer(said, events)) return;
  for (const event of events) emit(state, event);
}

/** An `agent_reasoning` or `agent_reasoning_raw_content` event: one part of a thought. */
export function readThoughtEvent(payload: JsonObject, state: SavedState): void {
  goOn(state);
  const text = asText(payload.text) ?? '';
  const { ts } = state;
  if (text !== '') state.thoughts.hear(text, () => thoughtEvent(text, {}, ts));
}

/** The `Reasoning` item. */
export function readThoughtItem(item: JsonObject, state: SavedState): void {
  goOn(state);
  state.calls.modelSpeaks();
  if (isEmitted(item, state, 'item')) return;
  const summary = nonEmpty(textsAt(item, 'summary_text') ?? []);
  const parts = summary.length > 0 ? summary : nonEmpty(textsAt(item, 'raw_content') ?? []);
  if (parts.length === 0) return;
  for (const event of thoughtEvents(parts, item, state)) emit(state, event);
}

/** From 0.121 on live shows the parts of a thought as one. */
function thoughtEvents(
  parts: readonly string[],
  payload: JsonObject,
  { session, isPaginated, ts }: SavedState,
): DragomanEvent[] {
  if (session.joinsThoughts || isPaginated) return [thoughtEvent(parts.join('\n'), payload, ts)];
  // Only the first part can have the id of the whole: two thoughts don't share one.
  return parts.map((part, index) => thoughtEvent(part, index === 0 ? payload : {}, ts));
}

/** True for the other record of what was told under this id. */
function isEmitted({ id }: JsonObject, state: SavedState, by: RecordSource): boolean {
  return typeof id === 'string' && id !== '' && isEmittedTwice(id, by, state);
}

type Time = string | undefined;

function replyEvent(text: string, payload: JsonObject, ts: Time): DragomanEvent {
  const id = idOf(payload, ts, 'assistant', text);
  return stamped({ type: 'message', role: 'assistant', content: text, id }, ts);
}

function thoughtEvent(text: string, payload: JsonObject, ts: Time): DragomanEvent {
  const id = idOf(payload, ts, 'reasoning', text);
  return stamped({ type: 'reasoning', content: text, id }, ts);
}

function idOf({ id }: JsonObject, ts: Time, kind: string, text: string): string {
  return typeof id === 'string' && id !== '' ? id : deriveId('codex', ts ?? '', kind, text);
}

function textsOf(record: JsonObject, key = 'content'): string[] {
  const texts: string[] = [];
  for (const part of listAt(record, key)) {
    const text = isJsonObject(part) ? (asText(part.text) ?? asText(part.refusal)) : undefined;
    if (text !== undefined && text !== '') texts.push(text);
  }
  return texts;
}

function nonEmpty(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== '');
}

const ENVIRONMENT_OPENS = '<environment_context>';
const FOLDER_OPENS = '<cwd>';
const FOLDER_CLOSES = '</cwd>';
const PLAN_OPENS = '<proposed_plan>';
const PLAN_CLOSES = '</proposed_plan>';

/** A plan proposed within a reply has an item of its own, and its events leave it out of the reply. */
function withoutProposedPlan(text: string): string {
  const from = text.indexOf(PLAN_OPENS);
  const to = from === -1 ? -1 : text.indexOf(PLAN_CLOSES, from);
  return to === -1 ? text : text.slice(0, from) + text.slice(to + PLAN_CLOSES.length);
}
