import { deriveId, type JsonObject } from '@dragoman/protocol';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { isPlanCall } from '../../tools/common-call.js';
import { type NativeCall, toCommonCall } from '../tools.js';
import { isEmittedTwice, type RecordSource } from './is-emitted-twice.js';
import type { ResolvedCall } from './resolved-call.js';
import { emit, goOn, type SavedState } from './saved-state.js';

/** A `function_call` item: its arguments are JSON text. */
export function readFunctionCall(payload: JsonObject, state: SavedState): void {
  open(payload, payload.arguments, state);
}

/** A `custom_tool_call` item: its input is any text. */
export function readCustomCall(payload: JsonObject, state: SavedState): void {
  open(payload, payload.input, state);
}

/** A `local_shell_call` item: the tool is the item's own type. */
export function readLocalShellCall(payload: JsonObject, state: SavedState): void {
  open({ ...payload, name: 'local_shell' }, objectAt(payload, 'action'), state);
}

/** A `tool_search_call` item. */
export function readToolSearch(payload: JsonObject, state: SavedState): void {
  open({ ...payload, name: 'tool_search' }, payload.arguments, state);
}

export function readCallOutput(payload: JsonObject, state: SavedState): void {
  goOn(state);
  const id = callIdOf(payload);
  if (id === undefined) return;
  if (state.calls.toolOf(id) === 'view_image') state.users.expectShownImage();
  state.calls.answer(id, payload.output, state.ts);
}

/** What a search for tools found is a list of their definitions, which are no part of the conversation. */
export function readToolSearchOutput(payload: JsonObject, state: SavedState): void {
  goOn(state);
  const id = callIdOf(payload);
  if (id !== undefined) state.calls.answer(id, '', state.ts);
}

/** What a record beside the call found out about it. */
export function readResolvedCall(
  find: (record: JsonObject, cwd: string | undefined) => ResolvedCall,
): (record: JsonObject, state: SavedState) => void {
  return (record, state) => {
    const id = callIdOf(record);
    if (id !== undefined) state.calls.find(id, find(record, state.session.cwd), state.ts);
  };
}

/** A search the model's own service made: a `web_search_call` item. */
export function readSearchCall(payload: JsonObject, state: SavedState): void {
  emitSearch(payload, objectAt(payload, 'action'), state, 'response');
}

/** The same search as an event (0.135) or an item (from 0.150 on); either comes first. */
export function readSearchRecord(record: JsonObject, state: SavedState): void {
  const action = objectAt(record, 'action');
  const query = textAt(record, 'query');
  const asked = query === undefined ? action : { ...action, query };
  emitSearch(record, asked, state, 'item');
}

/** An image the model's own service made. */
export function readImageGeneration(
  by: RecordSource,
): (record: JsonObject, state: SavedState) => void {
  return (record, state) => {
    goOn(state);
    const prompt = textAt(record, 'revised_prompt');
    const id = callIdOf(record) ?? deriveId('codex', state.ts ?? '', 'image', prompt ?? '');
    if (isEmittedTwice(`image ${id}`, by, state)) return;
    const data = textAt(record, 'result') ?? '';
    emit(state, {
      type: 'tool_use',
      tool_id: id,
      tool_name: 'image_generation',
      kind: 'other',
      parameters: prompt === undefined ? {} : { prompt },
    });
    const source = { type: 'base64' as const, data, media_type: 'image/png' };
    emit(state, {
      type: 'tool_result',
      tool_id: id,
      status: textAt(record, 'status') === 'failed' ? 'error' : 'success',
      ...(data !== '' && { output: [{ type: 'image', source }] }),
    });
  };
}

function open(payload: JsonObject, input: unknown, state: SavedState): void {
  goOn(state);
  const call: NativeCall = {
    name: asText(payload.name) ?? 'unknown',
    namespace: asText(payload.namespace),
    input,
  };
  const id = callIdOf(payload) ?? deriveId('codex', state.ts ?? '', 'call', call.name);
  state.calls.open(id, call, state.session.cwd, state.ts);
}

function emitSearch(
  record: JsonObject,
  input: JsonObject | undefined,
  state: SavedState,
  by: RecordSource,
): void {
  goOn(state);
  const call = toCommonCall({ name: 'web_search', input: input ?? {} }, {});
  if (isPlanCall(call)) return;
  const query = textAt(call.parameters, 'query') ?? '';
  const ownId = callIdOf(record);
  const isSame = ownId !== undefined && isEmittedTwice(`search ${ownId}`, by, state);
  // The event and the item of 0.135 share no id, so the query tells that they are one.
  if (isEmittedTwice(`query ${query}`, by, state) || isSame) return;
  const id = ownId ?? deriveId('codex', state.ts ?? '', 'web_search', query);
  emit(state, { type: 'tool_use', tool_id: id, ...call });
  emit(state, { type: 'tool_result', tool_id: id, status: 'success' });
}

function callIdOf(record: JsonObject): string | undefined {
  const id = asText(record.call_id) ?? asText(record.id);
  return id === '' ? undefined : id;
}
