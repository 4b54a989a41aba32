import { type JsonObject, writeJson } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { metadata, type Rules } from '../../interpret/rule.js';
import { readFailure } from '../failure.js';
import { readImageGeneration, readResolvedCall, readSearchRecord } from './call-rules.js';
import { findChanges, findCommand, findMcpResult, findOutcome } from './resolved-call.js';
import { emit, originOf, type SavedState } from './saved-state.js';
import {
  readCompactionMark,
  readTurnAborted,
  readTurnCompleted,
  readTurnStarted,
} from './session-rules.js';
import { readReplyEvent, readThoughtEvent } from './speech-rules.js';
import { told } from './told.js';

const turnStarted = told('`turn` started', readTurnStarted);
const turnCompleted = told('`usage`, then `turn` completed or failed', readTurnCompleted);
const warning = told('`error`, not fatal', readWarning);
const retry = told('`stderr`', readRetry);
const repeatsCall = metadata('repeats what the call and its output say');
const aboutTurn = metadata('about the session’s settings and surroundings');
const askingUser = metadata('a question to the front end');

/** The events of a session, by their `type`, but for `item_completed`. */
export const eventRules: Rules<SavedState> = {
  task_started: turnStarted,
  turn_started: turnStarted,
  task_complete: turnCompleted,
  turn_complete: turnCompleted,
  turn_aborted: told('`usage`, then `turn` aborted', readTurnAborted),
  token_count: told('`usage` of the turn', (payload, { usage }) => usage.tokenCount(payload)),
  user_message: told('`message`, once: its item repeats it', (payload, state) =>
    state.users.event(payload, originOf({}, state)),
  ),
  agent_message: told('`message`, once: its item repeats it', readReplyEvent),
  agent_reasoning: told('`reasoning`, once: its item repeats it', readThoughtEvent),
  agent_reasoning_raw_content: told('`reasoning`, once: its item repeats it', readThoughtEvent),
  context_compacted: told('`compaction`, once: `compacted` has the summary', readCompactionMark),
  exec_command_end: told('`tool_result` of the command', readResolvedCall(findCommand)),
  patch_apply_end: told('`tool_result` of the patch: its changes', readResolvedCall(findChanges)),
  mcp_tool_call_end: told('`tool_result` of the MCP call', readResolvedCall(findMcpResult)),
  dynamic_tool_call_response: told('`tool_result` of the call', readResolvedCall(findOutcome)),
  web_search_end: told('`tool_use` of `WebSearch` and its `tool_result`', readSearchRecord),
  image_generation_end: told(
    '`tool_use` and its `tool_result` with the image',
    readImageGeneration('item'),
  ),
  error: told('`error` and `turn` failed', (payload, { turns }) =>
    turns.fail(readFailure(messageOf(payload))),
  ),
  warning,
  guardian_warning: warning,
  deprecation_notice: warning,
  stream_error: retry,
  background_event: retry,

  exec_command_begin: repeatsCall,
  exec_command_output_delta: repeatsCall,
  terminal_interaction: repeatsCall,
  patch_apply_begin: repeatsCall,
  patch_apply_updated: repeatsCall,
  mcp_tool_call_begin: repeatsCall,
  web_search_begin: repeatsCall,
  image_generation_begin: repeatsCall,
  view_image_tool_call: repeatsCall,
  dynamic_tool_call_request: repeatsCall,
  collab_agent_spawn_begin: repeatsCall,
  collab_agent_spawn_end: repeatsCall,
  collab_agent_interaction_begin: repeatsCall,
  collab_agent_interaction_end: repeatsCall,
  collab_waiting_begin: repeatsCall,
  collab_waiting_end: repeatsCall,
  collab_close_begin: repeatsCall,
  collab_close_end: repeatsCall,
  collab_resume_begin: repeatsCall,
  collab_resume_end: repeatsCall,
  sub_agent_activity: repeatsCall,
  plan_update: repeatsCall,
  turn_diff: repeatsCall,
  item_started: metadata('its `item_completed` follows'),
  raw_response_item: metadata('the item itself is a record'),
  agent_reasoning_section_break: metadata('the parts of a thought are apart already'),
  entered_review_mode: metadata('the review is told by its messages'),
  exited_review_mode: metadata('the review is told by its messages'),
  thread_rolled_back: metadata('the model forgot the latest turns; what was said stays said'),
  undo_started: metadata('the folder was put back; no part of the conversation'),
  undo_completed: metadata('the folder was put back; no part of the conversation'),
  thread_settings_applied: aboutTurn,
  thread_name_updated: aboutTurn,
  thread_goal_updated: aboutTurn,
  thread_queue_changed: aboutTurn,
  session_configured: aboutTurn,
  mcp_startup_update: aboutTurn,
  mcp_startup_complete: aboutTurn,
  environment_connected: aboutTurn,
  environment_disconnected: aboutTurn,
  model_reroute: aboutTurn,
  model_verification: aboutTurn,
  turn_moderation_metadata: aboutTurn,
  safety_buffering: aboutTurn,
  guardian_assessment: aboutTurn,
  hook_started: aboutTurn,
  hook_completed: aboutTurn,
  skills_update_available: aboutTurn,
  shutdown_complete: aboutTurn,
  exec_approval_request: askingUser,
  apply_patch_approval_request: askingUser,
  request_permissions: askingUser,
  request_user_input: askingUser,
  elicitation_request: askingUser,
};

function readWarning(payload: JsonObject, state: SavedState): void {
  const message = textAt(payload, 'message') ?? textAt(payload, 'summary');
  if (message !== undefined) emit(state, { type: 'error', message, fatal: false });
}

function readRetry(payload: JsonObject, state: SavedState): void {
  emit(state, { type: 'stderr', content: messageOf(payload) });
}

function messageOf(payload: JsonObject): string {
  return textAt(payload, 'message') ?? writeJson(payload);
}
