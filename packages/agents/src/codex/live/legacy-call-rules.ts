import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { flagAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { editCall } from '../../tools/edit-call.js';
import { callOutcome, durationOf } from './call-outcome.js';
import { callIdOf } from './item-id.js';
import { changesIn, commandCall, mcpCall, webSearchCall } from './live-calls.js';
import type { LiveState } from './live-state.js';
import { mcpResult } from './mcp-result.js';

export const legacyCallRules: Rules<LiveState> = {
  'msg/exec_command_begin': mapped('`tool_use`', (message, state) =>
    state.calls.use(callIdOf(message, state), commandCall(message)),
  ),
  'msg/exec_command_output_delta': mapped('`tool_output`', outputEvents),
  'msg/exec_command_end': mapped('`tool_result`', (message, state) => {
    const callId = callIdOf(message, state);
    for (const stream of ['stdout', 'stderr']) state.pieces.drop(`${stream} ${callId}`);
    // Only later front ends repeat the command here.
    const call = message.command === undefined ? undefined : commandCall(message);
    return state.calls.answer(callId, call, {
      ...callOutcome(message),
      output: printedBy(message),
      ...durationOf(objectAt(message, 'duration')),
    });
  }),
  'msg/patch_apply_begin': mapped('`tool_use`', (message, state) => {
    const callId = callIdOf(message, state);
    const changes = changesIn(message, state.cwd);
    state.patches.set(callId, changes);
    return state.calls.use(callId, editCall(changes, { parameters: { changes: message.changes } }));
  }),
  'msg/patch_apply_end': mapped('`tool_result` with the changes', patchResult),
  'msg/mcp_tool_call_begin': mapped('`tool_use`', (message, state) =>
    state.calls.use(callIdOf(message, state), mcpCall(invocationOf(message))),
  ),
  'msg/mcp_tool_call_end': mapped('`tool_result`', (message, state) =>
    state.calls.answer(callIdOf(message, state), mcpCall(invocationOf(message)), {
      ...mcpResult(message.result),
      ...durationOf(objectAt(message, 'duration')),
    }),
  ),
  'msg/web_search_begin': mapped('`tool_use`, its query to come', (message, state) =>
    state.calls.use(callIdOf(message, state), webSearchCall(message), true),
  ),
  'msg/web_search_end': mapped('`tool_use` with the query, `tool_result`', (message, state) =>
    state.calls.answer(callIdOf(message, state), webSearchCall(message), callOutcome(message)),
  ),
  'msg/view_image_tool_call': mapped('`tool_use`, `tool_result`', (message, state) =>
    state.calls.answer(
      callIdOf(message, state),
      {
        tool_name: 'Read',
        kind: 'read',
        parameters: { file_path: textAt(message, 'path') ?? '' },
        native_name: 'view_image',
      },
      { status: 'success' },
    ),
  ),
};

function outputEvents(message: JsonObject, state: LiveState): DragomanEvent[] {
  const callId = callIdOf(message, state);
  if (state.calls.isAnswered(callId)) return [];
  const stream = `${textAt(message, 'stream') ?? 'stdout'} ${callId}`;
  const content = state.pieces.text(stream, message.chunk);
  return content === '' ? [] : [{ type: 'tool_output', tool_id: callId, content }];
}

/** From 0.29 on, both streams as they came, one after the other before. */
function printedBy(message: JsonObject): string {
  const apart = `${textAt(message, 'stdout') ?? ''}${textAt(message, 'stderr') ?? ''}`;
  return textAt(message, 'aggregated_output') || apart;
}

function patchResult(message: JsonObject, state: LiveState): DragomanEvent[] {
  const callId = callIdOf(message, state);
  const told = changesIn(message, state.cwd);
  const changes = told.length > 0 ? told : state.patches.get(callId);
  state.patches.delete(callId);
  state.pieces.drop(`stdout ${callId}`);
  const call = told.length > 0 ? editCall(told) : undefined;
  const outcome = callOutcome(message);
  if (outcome.status === 'success' && flagAt(message, 'success') !== false) {
    // What it printed only repeats the changes.
    return state.calls.answer(callId, call, { ...outcome, ...(changes && { changes }) });
  }
  const output = textAt(message, 'stderr') || textAt(message, 'stdout') || undefined;
  return state.calls.answer(callId, call, {
    ...outcome,
    status: 'error',
    ...(output !== undefined && { output }),
  });
}

/** Until about 0.10 what was called stood in the message itself. */
function invocationOf(message: JsonObject): JsonObject {
  return objectAt(message, 'invocation') ?? message;
}
