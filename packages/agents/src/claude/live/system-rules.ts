import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { numberAt, textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type Rules } from '../../interpret/rule.js';
import { emitPrinted } from '../content/emit-speech.js';
import { emit } from '../content/emitter.js';
import { systemNotices, wordsOf } from '../content/system-notices.js';
import { beginTurn, type LiveState } from './live-state.js';

const TOLD: readonly DragomanEvent[] = [];

const PROGRESS = metadata('how far something is that is told when it is done');
const PROGRAM = metadata('the state of the program; nothing that was said or done');
const SCREEN = metadata('for a front end to show, beside the conversation');
const ELSEWHERE = metadata('what it says is told by another line');

/** How each `system` line is carried, by its subtype. */
export const systemRules: Rules<LiveState> = {
  init: mapped('`init`, `turn` started', readInit),
  compact_boundary: metadata('the summary follows, as a line of the user'),
  api_retry: mapped('`stderr`', readRetry),
  ...systemNotices,
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
  ...each(ELSEWHERE, [
    'agents_killed',
    'api_error',
    'permission_denied',
    'permission_retry',
    'post_turn_summary',
    'stop_hook_summary',
    'tool_host_result',
    'turn_preempted',
  ]),
  ...each(PROGRAM, [
    'away_summary',
    'bridge_state',
    'bridge_status',
    'checkpoint_done',
    'cloud_session_delta',
    'cloud_session_status',
    'code_change_published',
    'commands_changed',
    'dev_intent',
    'elicitation_complete',
    'feedback_draft_queued',
    'file_snapshot',
    'files_persisted',
    'hook_response',
    'inherited_asks_settled',
    'init_milestone',
    'memory_saved',
    'microcompact_boundary',
    'mirror_error',
    'peer_message_hold',
    'per_turn_effort_changed',
    'permission_check_status',
    'placed',
    'rewind_stand_in',
    'scheduled_task_fire',
    'session_metadata',
    'session_state_changed',
    'session_title_changed',
    'start_folder',
    'turn_duration',
    'turn_handoff_available',
    'vcs_state_changed',
    'voice_call_talk',
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

function readInit(record: JsonObject, state: LiveState): typeof TOLD {
  const [session, model] = [textAt(record, 'session_id'), textAt(record, 'model')];
  const [version, cwd] = [textAt(record, 'claude_code_version'), textAt(record, 'cwd')];
  state.conversation.modelId = model ?? state.conversation.modelId;
  emit(state.conversation.emitter, {
    type: 'init',
    agent: 'claude',
    ...(session !== undefined && { session_id: session }),
    ...(model !== undefined && { modelId: model }),
    ...(version !== undefined && { version }),
    ...(cwd !== undefined && { cwd }),
  });
  beginTurn(state);
  return TOLD;
}

function readRetry(record: JsonObject, state: LiveState): typeof TOLD {
  const [attempt, most] = [numberAt(record, 'attempt'), numberAt(record, 'max_retries')];
  const status = numberAt(record, 'error_status');
  const why = [status, textAt(record, 'error')].filter((part) => part !== undefined).join(' ');
  const content = `Retrying the request (${attempt ?? '?'} of ${most ?? '?'}): ${why}`;
  emit(state.conversation.emitter, { type: 'stderr', content });
  return TOLD;
}

function readPrinted(record: JsonObject, state: LiveState): typeof TOLD | undefined {
  const content = wordsOf(record);
  if (content === undefined) return undefined;
  emitPrinted(state.conversation.emitter, content, textAt(record, 'uuid'));
  return TOLD;
}
