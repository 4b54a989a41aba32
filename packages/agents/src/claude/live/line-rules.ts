import { each, metadata, type Rules } from '../../interpret/rule.js';

const CONTROL = metadata('between the CLI and whoever drives it; what becomes of it is told');
const PROGRAM = metadata('the state of the program; nothing that was said or done');
const SCREEN = metadata('for a front end to show, beside the conversation');

/** The lines that are neither messages nor `system`, by their type. */
export const lineRules: Rules<unknown> = {
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
