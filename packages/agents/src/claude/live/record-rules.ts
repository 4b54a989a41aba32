import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { given, numberAt, textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';
import { emitPrinted } from '../content/own-words.js';
import {
  ELSEWHERE,
  endsTurn,
  PROGRAM,
  REMARK,
  readRemark,
  systemNotices,
  wordsOf,
} from '../content/system-notices.js';
import { beginTurn, type LiveState } from './state.js';

const PROGRESS = metadata('the progress of something that another record reports when it is done');
const SCREEN = metadata('for a front end to show, beside the conversation');

/** How each `system` line is read, by its subtype. */
export const systemRules: RecordRules<LiveState> = {
  init: mapped('`init`, `turn` started', readInit),
  compact_boundary: {
    ...metadata('the summary follows, as a line of the user'),
    read: readBoundary,
  },
  api_retry: mapped('`stderr`', readRetry),
  ...systemNotices,
  informational: mapped(REMARK, readAnswerOrRemark),
  local_command_output: mapped('`message` of the system', readPrinted),
  local_command: mapped('`message` of the system', readPrinted),
  ...each(PROGRESS, [
    'background_tasks_changed',
    'control_request_progress',
    'hook_progress',
    'hook_started',
    'memory_recall',
    'plugin_install',
    'status',
    'task_notification',
    'task_progress',
    'task_started',
    'task_summary',
    'task_updated',
    'thinking_tokens',
    'turn_began_before_init',
    'turn_starting',
  ]),
  ...each(ELSEWHERE, ['api_error', 'post_turn_summary', 'tool_host_result']),
  ...each(PROGRAM, [
    'bridge_state',
    'cloud_session_delta',
    'commands_changed',
    'elicitation_complete',
    'files_persisted',
    'hook_response',
    'init_milestone',
    'mirror_error',
    'permission_check_status',
    'placed',
    'session_metadata',
    'session_state_changed',
    'session_title_changed',
    'worker_shutting_down',
  ]),
  ...each(SCREEN, [
    'ui_copy',
    'ui_focus',
    'ui_invalidate',
    'ui_log',
    'ui_notify',
    'ui_notify_cancel',
    'ui_panes',
    'ui_placed',
    'ui_prompt_fill',
    'ui_prompt_paint',
    'ui_prompt_suggest',
    'ui_scroll',
    'ui_status',
    'ui_toast',
  ]),
};

const CONTROL = metadata('between the CLI and the program that runs it');

/** The lines that are neither messages nor `system`, by their type. */
export const lineRules: RecordRules<unknown> = {
  ...each(CONTROL, [
    'control_request',
    'control_response',
    'control_cancel_request',
    'keep_alive',
    'update_environment_variables',
    'transcript_mirror',
    'stream_request_start',
  ]),
  ...each(PROGRAM, [
    'rate_limit_event',
    'auth_status',
    'api_metrics',
    'active_goal',
    'autocompact_state',
    'command_lifecycle',
    'compact_progress',
    'conversation_reset',
    'env_manager_log',
    'refusal_continuation',
    'response_length',
    'session_notice',
    'streamlined_text',
    'streamlined_tool_use_summary',
    'thinking_dropped',
    'thinking_progress',
    'thinking_signature',
    'tombstone',
    'tool_progress',
    'tool_use_summary',
  ]),
  ...each(SCREEN, [
    'attachment',
    'hint_clears',
    'open_message_selector',
    'os_notification',
    'post_turn_summary',
    'prompt_suggestion',
    'set_expanded_view',
    'set_in_progress_tool_use_ids',
    'stream_mode',
  ]),
};

function readBoundary(_record: JsonObject, state: LiveState): Disposition {
  state.isCompacted = true;
  return 'metadata';
}

function readInit(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const session_id = textAt(record, 'session_id');
  if (session_id === undefined) return 'unknown';
  const modelId = textAt(record, 'model');
  const version = textAt(record, 'claude_code_version');
  state.conversation.modelId = modelId ?? state.conversation.modelId;
  emitter.emit({
    type: 'init',
    agent: 'claude',
    ...given({ session_id, modelId, version, cwd: textAt(record, 'cwd') }),
  });
  beginTurn(state);
  return 'mapped';
}

function readRetry(record: JsonObject, _state: LiveState, emitter: Emitter): Disposition {
  const [attempt, most] = [numberAt(record, 'attempt'), numberAt(record, 'max_retries')];
  if (attempt === undefined) return 'unknown';
  const status = numberAt(record, 'error_status');
  const why = [status, textAt(record, 'error')].filter((part) => part !== undefined).join(' ');
  const content = `Retrying the request (${attempt} of ${most ?? '?'}): ${why}`;
  emitter.emit({ type: 'stderr', content });
  return 'mapped';
}

/** The result of a turn that a remark ends repeats it. */
function readAnswerOrRemark(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  if (endsTurn(record)) state.isSilent = false;
  return readRemark(record, state, emitter);
}

function readPrinted(record: JsonObject, { conversation }: LiveState): Disposition {
  const content = wordsOf(record);
  if (content === undefined) return 'unknown';
  emitPrinted(conversation.chain, content, textAt(record, 'uuid'));
  return 'mapped';
}
