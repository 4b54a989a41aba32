import { type JsonObject, writeJson } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';
import { readFailure } from '../failure.js';
import { readImageGeneration, readResolvedCall, readSearchRecord } from './calls.js';
import { resolveCommand, resolveMcpCall, resolveOutcome, resolvePatch } from './resolved-call.js';
import {
  readProposedPlan,
  readReplyEvent,
  readReplyItem,
  readThoughtEvent,
  readThoughtItem,
  readUserEvent,
  readUserItem,
} from './speech.js';
import type { SavedState } from './state.js';
import {
  readCompactionMark,
  readTurnAborted,
  readTurnCompleted,
  readTurnStarted,
} from './turns.js';

const turnStarted = mapped('`turn` started', readTurnStarted);
const turnCompleted = mapped('`usage`, then `turn` completed or failed', readTurnCompleted);
const warning = mapped('`error`, not fatal', readWarning);
const retry = mapped('`stderr`', readRetry);
const thought = mapped('`reasoning`, once: its item repeats it', readThoughtEvent);
const compaction = mapped('`compaction`, once: `compacted` has the summary', readCompactionMark);
const command = mapped('`tool_result` of the command', readResolvedCall(resolveCommand));
const patch = mapped('`tool_result` of the patch: its changes', readResolvedCall(resolvePatch));
const mcpCall = mapped('`tool_result` of the MCP call', readResolvedCall(resolveMcpCall));
const outcome = mapped('`tool_result` of the call', readResolvedCall(resolveOutcome));
const search = mapped('`tool_use` of `WebSearch` and its `tool_result`', readSearchRecord);
const image = mapped(
  '`tool_use` and its `tool_result` with the image',
  readImageGeneration('item'),
);
const review = metadata('the messages of the review say the same');

/** The events of a session, by their `type`, but for `item_completed`. */
export const eventRules: RecordRules<SavedState> = {
  task_started: turnStarted,
  turn_started: turnStarted,
  task_complete: turnCompleted,
  turn_complete: turnCompleted,
  turn_aborted: mapped('`usage`, then `turn` aborted', readTurnAborted),
  token_count: mapped('`usage` of the turn', (payload, { usage, users }) => {
    if (payload.info === null) users.beginProcess();
    return usage.tokenCount(payload) ? 'mapped' : 'unknown';
  }),
  user_message: mapped('`message`, once: its item repeats it', readUserEvent),
  agent_message: mapped('`message`, once: its item repeats it', readReplyEvent),
  agent_reasoning: thought,
  agent_reasoning_raw_content: thought,
  context_compacted: compaction,
  exec_command_end: command,
  patch_apply_end: patch,
  mcp_tool_call_end: mcpCall,
  dynamic_tool_call_response: outcome,
  web_search_end: search,
  image_generation_end: image,
  error: mapped('`error` and `turn` failed', (payload, { turns }) => {
    turns.fail(readFailure(messageOf(payload)));
    return 'mapped';
  }),
  warning,
  guardian_warning: warning,
  deprecation_notice: warning,
  stream_error: retry,
  background_event: retry,

  ...each(metadata('repeats what the call and its output say'), [
    'exec_command_begin',
    'exec_command_output_delta',
    'terminal_interaction',
    'patch_apply_begin',
    'patch_apply_updated',
    'mcp_tool_call_begin',
    'web_search_begin',
    'image_generation_begin',
    'view_image_tool_call',
    'dynamic_tool_call_request',
    'collab_agent_spawn_begin',
    'collab_agent_spawn_end',
    'collab_agent_interaction_begin',
    'collab_agent_interaction_end',
    'collab_waiting_begin',
    'collab_waiting_end',
    'collab_close_begin',
    'collab_close_end',
    'collab_resume_begin',
    'collab_resume_end',
    'sub_agent_activity',
    'plan_update',
    'turn_diff',
  ]),
  ...each(metadata('about the session’s settings and surroundings'), [
    'thread_settings_applied',
    'thread_name_updated',
    'thread_goal_updated',
    'thread_queue_changed',
    'session_configured',
    'mcp_startup_update',
    'mcp_startup_complete',
    'environment_connected',
    'environment_disconnected',
    'model_reroute',
    'model_verification',
    'turn_moderation_metadata',
    'safety_buffering',
    'guardian_assessment',
    'hook_started',
    'hook_completed',
    'skills_update_available',
    'shutdown_complete',
  ]),
  ...each(metadata('a question to the front end'), [
    'exec_approval_request',
    'apply_patch_approval_request',
    'request_permissions',
    'request_user_input',
    'elicitation_request',
  ]),
  ...each(metadata('the folder was put back; no part of the conversation'), [
    'undo_started',
    'undo_completed',
  ]),
  item_started: metadata('its `item_completed` follows'),
  raw_response_item: metadata('the item is a record, too'),
  agent_reasoning_section_break: metadata('the parts of a thought are apart already'),
  entered_review_mode: review,
  exited_review_mode: review,
  thread_rolled_back: metadata('the model forgot the latest turns; what was said stays said'),
};

/** The items of `item_completed` events (from 0.150 on), by their `type`. */
export const itemRules: RecordRules<SavedState> = {
  UserMessage: mapped('`message`, once: its response item repeats it', readUserItem),
  AgentMessage: mapped('`message`, once: its response item repeats it', readReplyItem),
  Reasoning: mapped('`reasoning`, once: its response item repeats it', readThoughtItem),
  Plan: mapped('`message`: the plan that was proposed', readProposedPlan),
  CommandExecution: command,
  FileChange: patch,
  McpToolCall: mcpCall,
  DynamicToolCall: outcome,
  CollabAgentToolCall: outcome,
  WebSearch: search,
  ImageGeneration: image,
  ContextCompaction: compaction,
  ImageView: metadata('repeats what the call and its output say'),
  SubAgentActivity: metadata('repeats what the calls and their outputs say'),
  Extension: metadata('repeats what the call and its output say'),
  HookPrompt: metadata('its message repeats it'),
  EnteredReviewMode: review,
  ExitedReviewMode: review,
};

function readWarning(payload: JsonObject, _state: SavedState, emitter: Emitter): Disposition {
  const message = textAt(payload, 'message') ?? textAt(payload, 'summary');
  if (message === undefined) return 'unknown';
  emitter.emit({ type: 'error', message, fatal: false });
  return 'mapped';
}

function readRetry(payload: JsonObject, _state: SavedState, emitter: Emitter): Disposition {
  emitter.emit({ type: 'stderr', content: messageOf(payload) });
  return 'mapped';
}

function messageOf(payload: JsonObject): string {
  return textAt(payload, 'message') ?? writeJson(payload);
}
