import type { JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { flagAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type ReadRecord, type RecordRules } from '../../interpret/record-rule.js';
import { type CommonCall, editCall } from '../../tools/common-call.js';
import { durationOf } from '../tools/output.js';
import { callOutcome, changesIn, commandCall, mcpCall, mcpResult, webSearchCall } from './calls.js';
import { callIdOf, type LiveState } from './state.js';

/** The calls of the stream up to 0.42. */
export const legacyCallRules: RecordRules<LiveState> = {
  'msg/exec_command_begin': mapped(
    '`tool_use`',
    begin((message) => commandCall(message)),
  ),
  'msg/exec_command_output_delta': mapped('`tool_output`', readOutput),
  'msg/exec_command_end': mapped('`tool_result`', readCommandEnd),
  'msg/patch_apply_begin': mapped('`tool_use`', readPatchBegin),
  'msg/patch_apply_end': mapped('`tool_result` with the changes', readPatchEnd),
  'msg/mcp_tool_call_begin': mapped(
    '`tool_use`',
    begin((message) => mcpCall(invocationOf(message))),
  ),
  'msg/mcp_tool_call_end': mapped('`tool_result`', (message, state, emitter) => {
    const call = mcpCall(invocationOf(message));
    if (call === undefined || objectAt(message, 'result') === undefined) return 'unknown';
    const result = { ...mcpResult(message.result), ...took(message) };
    return answer(message, call, result, state, emitter);
  }),
  'msg/web_search_begin': mapped('`tool_use`, its query to come', (message, state, emitter) => {
    const callId = textAt(message, 'call_id');
    if (callId === undefined) return 'unknown';
    const call = webSearchCall({ query: '', ...message });
    if (call === undefined) return 'unknown';
    state.calls.use(callId, call, true).forEach(emitter.emit);
    return 'mapped';
  }),
  'msg/web_search_end': mapped('`tool_use` with the query, `tool_result`', (message, state, to) => {
    const call = webSearchCall(message);
    return call === undefined ? 'unknown' : answer(message, call, callOutcome(message), state, to);
  }),
  'msg/view_image_tool_call': mapped('`tool_use`, `tool_result`', (message, state, emitter) => {
    const path = textAt(message, 'path');
    if (path === undefined) return 'unknown';
    const call: CommonCall = {
      tool_name: 'Read',
      kind: 'read',
      parameters: { file_path: path },
      native_name: 'view_image',
    };
    return answer(message, call, { status: 'success' }, state, emitter);
  }),
};

function begin(callOf: (message: JsonObject) => CommonCall | undefined): ReadRecord<LiveState> {
  return (message, state, emitter) => {
    const call = callOf(message);
    if (call === undefined) return 'unknown';
    state.calls.use(callIdOf(message, state), call).forEach(emitter.emit);
    return 'mapped';
  };
}

function answer(
  message: JsonObject,
  call: CommonCall | undefined,
  result: CallResult,
  state: LiveState,
  emitter: Emitter,
): Disposition {
  state.calls.answer(callIdOf(message, state), call, result).forEach(emitter.emit);
  return 'mapped';
}

function readOutput(message: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const callId = textAt(message, 'call_id');
  if (callId === undefined) return 'unknown';
  const stream = `${textAt(message, 'stream') ?? 'stdout'} ${callId}`;
  const content = state.outputs.text(stream, message.chunk);
  if (content === undefined) return 'unknown';
  if (content !== '' && !state.calls.isAnswered(callId)) {
    emitter.emit({ type: 'tool_output', tool_id: callId, content });
  }
  return 'mapped';
}

function readCommandEnd(message: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const callId = textAt(message, 'call_id');
  const output = outputOf(message);
  if (callId === undefined || output === undefined) return 'unknown';
  for (const stream of ['stdout', 'stderr']) state.outputs.drop(`${stream} ${callId}`);
  // Only later front ends repeat the command here.
  const call = message.command === undefined ? undefined : commandCall(message);
  return answer(
    message,
    call,
    { ...callOutcome(message), output, ...took(message) },
    state,
    emitter,
  );
}

/** From 0.29 on, both streams as they came, one after the other before. */
function outputOf(message: JsonObject): string | undefined {
  const stdout = textAt(message, 'stdout');
  const stderr = textAt(message, 'stderr');
  const together = textAt(message, 'aggregated_output');
  if (stdout === undefined && stderr === undefined && together === undefined) return undefined;
  return together || `${stdout ?? ''}${stderr ?? ''}`;
}

function readPatchBegin(message: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const changes = changesIn(message, state.cwd);
  if (changes === undefined) return 'unknown';
  const callId = callIdOf(message, state);
  state.patches.set(callId, changes);
  const call = editCall(changes, { parameters: { changes: message.changes } });
  state.calls.use(callId, call).forEach(emitter.emit);
  return 'mapped';
}

function readPatchEnd(message: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const callId = textAt(message, 'call_id');
  const success = flagAt(message, 'success');
  if (callId === undefined || (success === undefined && textAt(message, 'status') === undefined)) {
    return 'unknown';
  }
  const stated = changesIn(message, state.cwd) ?? [];
  const changes = stated.length > 0 ? stated : state.patches.get(callId);
  state.patches.delete(callId);
  state.outputs.drop(`stdout ${callId}`);
  const call = stated.length > 0 ? editCall(stated) : undefined;
  const outcome = callOutcome(message);
  if (outcome.status === 'success' && success !== false) {
    // What it printed only repeats the changes.
    return answer(message, call, { ...outcome, ...(changes && { changes }) }, state, emitter);
  }
  const output = textAt(message, 'stderr') || textAt(message, 'stdout') || undefined;
  return answer(
    message,
    call,
    { ...outcome, status: 'error', ...(output !== undefined && { output }) },
    state,
    emitter,
  );
}

/** Until about 0.10 what was called stood in the message. */
function invocationOf(message: JsonObject): JsonObject {
  return objectAt(message, 'invocation') ?? message;
}

function took(message: JsonObject): { duration_ms?: number } {
  const duration = durationOf(message);
  return duration === undefined ? {} : { duration_ms: duration };
}
