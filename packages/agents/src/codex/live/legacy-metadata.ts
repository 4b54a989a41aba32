import { each, metadata, prefixed, type RecordRules } from '../../interpret/record-rule.js';

const repeated = metadata('another event says the same');
const question = metadata('asks the user of a front end; the call says what became of it');
const answer = metadata("answers a front end's request; no part of the turn");
const progress = metadata('how far something is; another event says when it is done');
const state = metadata('the state of the program; nothing that was said or done');
const realtime = metadata('a spoken conversation beside the thread');

/** What the wrapped events hold besides the conversation. */
export const legacyMetadataRules: RecordRules<unknown> = prefixed('msg', {
  ...each(repeated, [
    'agent_message_content_delta',
    'item_completed',
    'item_started',
    'plan_delta',
    'raw_response_completed',
    'raw_response_item',
    'reasoning_content_delta',
    'reasoning_raw_content_delta',
    'terminal_interaction',
    'turn_diff',
  ]),
  ...each(question, [
    'apply_patch_approval_request',
    'elicitation_request',
    'exec_approval_request',
    'guardian_assessment',
    'request_permissions',
    'request_user_input',
  ]),
  ...each(answer, [
    'conversation_path',
    'get_history_entry_response',
    'list_custom_prompts_response',
    'list_remote_skills_response',
    'list_skills_response',
    'mcp_list_tools_response',
    'remote_skill_downloaded',
  ]),
  ...each(progress, [
    'mcp_startup_complete',
    'mcp_startup_update',
    'patch_apply_updated',
    'undo_started',
  ]),
  ...each(state, [
    'entered_review_mode',
    'environment_connected',
    'environment_disconnected',
    'hook_completed',
    'hook_started',
    'model_reroute',
    'model_verification',
    'safety_buffering',
    'shutdown_complete',
    'skills_update_available',
    'thread_goal_updated',
    'thread_name_updated',
    'thread_queue_changed',
    'thread_rolled_back',
    'thread_settings_applied',
    'turn_moderation_metadata',
    'undo_completed',
  ]),
  ...each(realtime, [
    'realtime_conversation_closed',
    'realtime_conversation_list_voices_response',
    'realtime_conversation_realtime',
    'realtime_conversation_sdp',
    'realtime_conversation_started',
  ]),
});
