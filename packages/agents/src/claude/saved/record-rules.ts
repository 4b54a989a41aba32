import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { asText, numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';
import { ANYTHING, emitCommand, emitSpeech, TYPED, WRITTEN } from '../content/speech.js';
import { ELSEWHERE, PROGRAM, systemNotices } from '../content/system-notices.js';
import { readUserMessage } from '../content/user-message.js';
import type { SavedState } from './state.js';

const NAME = metadata('a name for the session, for lists');
const QUEUE = metadata('a prompt on its way; another record has it when its turn comes');
const REQUEST = metadata('what was sent to the model; the conversation has it already');
const PROGRESS = metadata('the progress of something that another record reports when it is done');
const FILES = metadata('where to find the state of files, for undoing');

/** The records that are neither messages nor `system`, by their type. */
export const recordRules: RecordRules<SavedState> = {
  'cost-state': mapped(
    '`usage`: what was spent since the last one, beyond the messages',
    readCount,
  ),
  ...each(NAME, ['summary', 'custom-title', 'ai-title', 'tag', 'agent-name', 'agent-color']),
  'queue-operation': { ...QUEUE, read: readQueue },
  'last-prompt': QUEUE,
  ...each(PROGRESS, ['progress']),
  ...each(FILES, ['file-history-snapshot', 'file-history-delta', 'attribution-snapshot']),
  ...each(REQUEST, [
    'api-request',
    'api-request-blob',
    'api-request-shape',
    'content-replacement',
    'data-flow-incomplete',
    'data-flow-records',
    'fork-context-ref',
    'marble-origami-commit',
    'marble-origami-reset',
    'marble-origami-snapshot',
  ]),
  ...each(PROGRAM, [
    'agent-setting',
    'artifact-autoreact-ledger',
    'artifact-comment-monitor',
    'atis-latch',
    'attacher-caps',
    'auto-mode-classifier-dump',
    'auto-mode-classifier-system',
    'bridge-session',
    'continued-in',
    'derived-from',
    'dev-mods',
    'ended-by-model',
    'frame-link',
    'history-suppression',
    'interactive-mark',
    'isolation-latch',
    'line-withheld',
    'memory-mode',
    'mode',
    'observer-ref',
    'permission-mode',
    'pr-link',
    'relocated',
    'repl-mode',
    'resume-head-vouch',
    'session-owner',
    'speculation-accept',
    'tools-used',
    'unattended-consent',
    'worktree-state',
  ]),
};

function readQueue(record: JsonObject, { queue }: SavedState): Disposition {
  queue.note(record);
  return 'metadata';
}

function readCount(record: JsonObject, { count }: SavedState, emitter: Emitter): Disposition {
  const spent = count.read(record);
  if (spent === undefined) return 'unknown';
  if (spent.total_tokens > 0 || spent.cost_usd !== 0) emitter.emit({ type: 'usage', ...spent });
  return 'mapped';
}

/** How what is attached to a turn is read, by its type. A type that isn't named is `other`. */
export const attachmentRules: RecordRules<SavedState> = {
  queued_command: mapped('`message`: what the user said while the agent was at work', readQueued),
  max_turns_reached: mapped('fatal `error`, `turn` failed', readMaxTurns),
  other: metadata('context that the CLI gives to the model'),
};

/** It is said into a turn that is under way and begins none. */
function readQueued(attachment: JsonObject, { conversation, listener }: SavedState): Disposition {
  const { disposition } = readUserMessage({ content: attachment.prompt }, conversation);
  if (disposition !== 'mapped') return 'unknown';
  const isPrompt = (textAt(attachment, 'commandMode') ?? 'prompt') === 'prompt';
  const addedBy = isPrompt && attachment.isMeta !== true ? undefined : 'meta';
  const id = textAt(attachment, 'source_uuid');
  const mayBe = addedBy === undefined ? TYPED : ANYTHING;
  emitSpeech(conversation, { id, addedBy, mayBe }, { ...listener, onSpeech: () => {} });
  return 'mapped';
}

function readMaxTurns(attachment: JsonObject, { turns }: SavedState): Disposition {
  const most = numberAt(attachment, 'maxTurns');
  if (most === undefined) return 'unknown';
  const message = `Reached maximum number of turns (${most})`;
  turns.fail({ message, type: 'error_max_turns' });
  return 'mapped';
}

/** How each `system` record is read, by its subtype. */
export const systemRules: RecordRules<SavedState> = {
  compact_boundary: metadata('the summary follows, as a record of the user'),
  local_command: mapped('`message`: a command of the CLI, or what it prints', readLocalCommand),
  api_error: mapped('`stderr`', readApiError),
  ...systemNotices,
  ...each(ELSEWHERE, ['task_notification', 'thinking']),
  ...each(PROGRAM, ['post_turn_summary']),
};

function readLocalCommand(record: JsonObject, state: SavedState): Disposition {
  const content = asText(record.content);
  if (content === undefined) return 'unknown';
  const { conversation, listener } = state;
  const id = asText(record.uuid);
  if (!content.startsWith('/')) {
    conversation.said = { texts: [content], images: [] };
    emitSpeech(conversation, { id, addedBy: 'meta', mayBe: WRITTEN }, listener);
    return 'mapped';
  }
  listener.onSpeech();
  const [command = content, ...args] = content.split(' ');
  emitCommand(conversation.chain, command, args.join(' '), id);
  return 'mapped';
}

function readApiError(record: JsonObject, _state: SavedState, emitter: Emitter): Disposition {
  const error = objectAt(record, 'error');
  if (error === undefined) return 'unknown';
  const words = textAt(error, 'formatted') ?? textAt(error, 'message') ?? 'API error';
  emitter.emit({ type: 'stderr', content: `Retrying the request: ${words}` });
  return 'mapped';
}
