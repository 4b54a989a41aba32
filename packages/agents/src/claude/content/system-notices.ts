import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';

export const PROGRAM = metadata('the state of the program; nothing that was said or done');
export const ELSEWHERE = metadata('another record says the same');

/** What a remark becomes. */
export const REMARK = '`stderr`; `message` of the system where it ends the turn';

/** What both views say in `system` in the same way, by its subtype. */
export const systemNotices: RecordRules<unknown> = {
  ...each(mapped(REMARK, readRemark), ['informational', 'notification']),
  ...each(mapped('`error` that is not fatal', readWarning), [
    'model_fallback',
    'model_consent_fallback',
    'model_refusal_fallback',
    'model_refusal_no_fallback',
    'instruction_size_warning',
    'file_attachments_missing',
    'session_writes_lost',
  ]),
  ...each(ELSEWHERE, [
    'agents_killed',
    'permission_denied',
    'permission_retry',
    'stop_hook_summary',
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
    'rewind_stand_in',
    'scheduled_task_fire',
    'start_folder',
    'turn_duration',
    'turn_handoff_available',
    'vcs_state_changed',
    'voice_call_talk',
  ]),
};

export function readRemark(record: JsonObject, _state: unknown, emitter: Emitter): Disposition {
  const content = wordsOf(record);
  if (content === undefined) return 'unknown';
  if (endsTurn(record)) {
    const id = textAt(record, 'uuid');
    emitter.emit({ type: 'message', role: 'system', content, ...(id !== undefined && { id }) });
  } else emitter.emit({ type: 'stderr', content });
  return 'mapped';
}

/** Whether a remark is all that comes of a prompt, as when a hook refuses it. */
export function endsTurn(record: JsonObject): boolean {
  return record.prevent_continuation === true || record.preventContinuation === true;
}

/**
 * One that has no member for words is known by its name. With empty ones it is for a front end that has
 * words: the failure that follows says why.
 */
function readWarning(record: JsonObject, _state: unknown, emitter: Emitter): Disposition {
  const code = textAt(record, 'subtype') ?? '';
  const words = wordsOf(record);
  if (words === '') return 'metadata';
  if (words === undefined && WORDS.some((field) => record[field] !== undefined)) return 'unknown';
  emitter.emit({ type: 'error', message: words ?? code.replaceAll('_', ' '), fatal: false, code });
  return 'mapped';
}

const WORDS = ['content', 'message', 'text'];

/** What the CLI says for people to read. */
export function wordsOf(record: JsonObject): string | undefined {
  return textAt(record, 'content') ?? textAt(record, 'message') ?? textAt(record, 'text');
}
