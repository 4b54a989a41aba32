import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type Rules } from '../../interpret/rule.js';
import { emitSpeech } from '../content/emit-speech.js';
import { emit, emitOf } from '../content/emitter.js';
import { systemNotices } from '../content/system-notices.js';
import type { SavedState } from './saved-state.js';

const TOLD: readonly DragomanEvent[] = [];

const PROGRAM = metadata('the state of the program; nothing that was said or done');
const ELSEWHERE = metadata('what it says is told by another record');

/** How each `system` record is carried, by its subtype. */
export const systemRecordRules: Rules<SavedState> = {
  compact_boundary: metadata('the summary follows, as a record of the user'),
  local_command: mapped('`message`: a command of the CLI, or what it prints', readLocalCommand),
  api_error: mapped('`stderr`', readApiError),
  ...systemNotices,
  ...each(ELSEWHERE, [
    'agents_killed',
    'permission_denied',
    'permission_retry',
    'stop_hook_summary',
    'task_notification',
    'thinking',
    'turn_preempted',
  ]),
  ...each(PROGRAM, [
    'away_summary',
    'bridge_status',
    'checkpoint_done',
    'cloud_session_status',
    'code_change_published',
    'dev_intent',
    'feedback_draft_queued',
    'file_snapshot',
    'inherited_asks_settled',
    'memory_saved',
    'microcompact_boundary',
    'peer_message_hold',
    'per_turn_effort_changed',
    'post_turn_summary',
    'rewind_stand_in',
    'scheduled_task_fire',
    'start_folder',
    'turn_duration',
    'turn_handoff_available',
    'vcs_state_changed',
    'voice_call_talk',
  ]),
};

function readLocalCommand(record: JsonObject, state: SavedState): typeof TOLD | undefined {
  const content = textAt(record, 'content');
  if (content === undefined) return undefined;
  const { conversation, listener } = state;
  const id = asText(record.uuid);
  if (!content.startsWith('/')) {
    const said = { texts: [content], images: [], sort: 'text', isKnown: true };
    emitSpeech(conversation, said, { id, addedBy: 'meta' }, listener);
    return TOLD;
  }
  listener.onSpeech();
  const [command = content, ...args] = content.split(' ');
  const rest = args.join(' ');
  emitOf(conversation.emitter, {
    type: 'message',
    role: 'user',
    content: '',
    ...(id !== undefined && { id }),
    slash_command: rest === '' ? { command } : { command, args: rest },
  });
  return TOLD;
}

function readApiError(record: JsonObject, state: SavedState): typeof TOLD {
  const error = objectAt(record, 'error');
  const words = textAt(error, 'formatted') ?? textAt(error, 'message') ?? 'API error';
  emit(state.conversation.emitter, { type: 'stderr', content: `Retrying the request: ${words}` });
  return TOLD;
}
