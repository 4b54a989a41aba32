import { deriveId, type JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { isPlanCall } from '../../tools/common-call.js';
import { readCall } from '../tools/calls.js';
import type { ResolvedCall } from './resolved-call.js';
import {
  agentCalls,
  agentContinues,
  isEmittedTwice,
  type ReadSaved,
  type RecordSource,
  type SavedState,
} from './state.js';

/** A `function_call` item: its arguments are JSON text. */
export const readFunctionCall: ReadSaved = (payload, state, emitter) => {
  return openCall(payload, asText(payload.name), payload.arguments, state, emitter);
};

/** A `custom_tool_call` item: its input is any text. */
export const readCustomCall: ReadSaved = (payload, state, emitter) => {
  return openCall(payload, asText(payload.name), payload.input, state, emitter);
};

/** A `local_shell_call` item: the item's type names the tool. */
export const readLocalShellCall: ReadSaved = (payload, state, emitter) => {
  return openCall(payload, 'local_shell', objectAt(payload, 'action'), state, emitter);
};

/** A `tool_search_call` item. */
export const readToolSearch: ReadSaved = (payload, state, emitter) => {
  return openCall(payload, 'tool_search', payload.arguments, state, emitter);
};

function openCall(
  payload: JsonObject,
  name: string | undefined,
  input: unknown,
  state: SavedState,
  emitter: Emitter,
): Disposition {
  if (name === undefined || name === '' || !isTextOrObject(input)) return 'unknown';
  agentCalls(state);
  const id = callIdOf(payload) ?? deriveId('codex', emitter.ts ?? '', 'call', name);
  const call = { name, namespace: asText(payload.namespace), input };
  state.calls.open(id, call, state.session);
  return 'mapped';
}

/** The output that the model got: text, or parts. The item's id is not that of the call. */
export const readCallOutput: ReadSaved = (payload, state) => {
  return answerCall(asText(payload.call_id), payload, state);
};

/** A `local_shell_call_output` item: its id is that of the call. */
export const readLocalShellOutput: ReadSaved = (payload, state) => {
  return answerCall(callIdOf(payload), payload, state);
};

function answerCall(id: string | undefined, payload: JsonObject, state: SavedState): Disposition {
  const { output } = payload;
  if (id === undefined || id === '' || !isTextOrObject(output)) return 'unknown';
  agentContinues(state);
  if (state.calls.toolOf(id) === 'view_image') state.users.expectShownImage();
  state.calls.answer(id, output);
  return 'mapped';
}

/**
 * What a search for tools found are definitions of tools, which are no part of the conversation. A
 * search that the model's service made has no id, and so no result.
 */
export const readToolSearchOutput: ReadSaved = (payload, state) => {
  const id = callIdOf(payload);
  if (id === undefined) return Array.isArray(payload.tools) ? 'metadata' : 'unknown';
  agentContinues(state);
  state.calls.answer(id, '');
  return 'mapped';
};

/** What a record beside the call says about how it went. */
export function readResolvedCall(
  resolve: (record: JsonObject, cwd: string | undefined) => ResolvedCall | undefined,
): ReadSaved {
  return (record, state) => {
    const id = callIdOf(record);
    const resolved = id === undefined ? undefined : resolve(record, state.session.cwd);
    if (id === undefined || resolved === undefined) return 'unknown';
    state.calls.resolve(id, resolved);
    return 'mapped';
  };
}

/** A search that the model's service made: a `web_search_call` item. */
export const readSearchCall: ReadSaved = (payload, state, emitter) => {
  const { action = {} } = payload;
  if (action !== null && !isTextOrObject(action)) return 'unknown';
  return emitSearch(payload, objectAt(payload, 'action') ?? {}, 'response', state, emitter);
};

/** The same search as an event (0.135) or an item (from 0.150 on); either comes first. */
export const readSearchRecord: ReadSaved = (record, state, emitter) => {
  const action = objectAt(record, 'action');
  const query = textAt(record, 'query');
  if (action === undefined && query === undefined) return 'unknown';
  const asked = query === undefined ? { ...action } : { ...action, query };
  return emitSearch(record, asked, 'item', state, emitter);
};

function emitSearch(
  record: JsonObject,
  input: JsonObject,
  by: RecordSource,
  state: SavedState,
  emitter: Emitter,
): Disposition {
  continueWith(by, state);
  const { common: call } = readCall({ name: 'web_search', input }, {});
  if (isPlanCall(call)) return 'unknown';
  const query = textAt(call.parameters, 'query') ?? '';
  const ownId = callIdOf(record);
  const isSame = ownId !== undefined && isEmittedTwice(`search ${ownId}`, by, state);
  // The event and the item of 0.135 share no id, so the query shows that they are one.
  if (isEmittedTwice(`query ${query}`, by, state) || isSame) return 'mapped';
  const id = ownId ?? deriveId('codex', emitter.ts ?? '', 'web_search', query);
  emitter.emit({ type: 'tool_use', tool_id: id, ...call });
  emitter.emit({ type: 'tool_result', tool_id: id, status: 'success' });
  return 'mapped';
}

/** An image that the model's service made. */
export function readImageGeneration(by: RecordSource): ReadSaved {
  return (record, state, emitter) => {
    const data = textAt(record, 'result');
    const status = textAt(record, 'status');
    if (data === undefined && status === undefined) return 'unknown';
    continueWith(by, state);
    const prompt = textAt(record, 'revised_prompt');
    const id = callIdOf(record) ?? deriveId('codex', emitter.ts ?? '', 'image', prompt ?? '');
    if (isEmittedTwice(`image ${id}`, by, state)) return 'mapped';
    emitter.emit({
      type: 'tool_use',
      tool_id: id,
      tool_name: 'image_generation',
      kind: 'other',
      parameters: prompt === undefined ? {} : { prompt },
    });
    const image = data === undefined || data === '' ? undefined : imageBlock(data);
    emitter.emit({
      type: 'tool_result',
      tool_id: id,
      status: status === 'failed' ? 'error' : 'success',
      ...(image !== undefined && { output: [image] }),
    });
    return 'mapped';
  };
}

function continueWith(by: RecordSource, state: SavedState): void {
  if (by === 'response') agentCalls(state);
  else agentContinues(state);
}

function imageBlock(data: string) {
  const source = { type: 'base64' as const, data, media_type: 'image/png' };
  return { type: 'image' as const, source };
}

function isTextOrObject(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function callIdOf(record: JsonObject): string | undefined {
  const id = asText(record.call_id) ?? asText(record.id);
  return id === '' ? undefined : id;
}
