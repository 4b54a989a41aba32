import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { numberAt } from '../../interpret/json-fields.js';
import { each, mapped, metadata, type Rules } from '../../interpret/rule.js';
import { emit } from '../content/emitter.js';
import { costOf } from '../usage/cost-of.js';
import type { SavedState } from './saved-state.js';

const NAME = metadata('a name for the session, for lists');
const QUEUE = metadata('a prompt on its way; it is a record of its own when its turn comes');
const PROGRAM = metadata('the state of the program; nothing that was said or done');
const REQUEST = metadata('what was sent to the model; the conversation has it already');
const PROGRESS = metadata('how far something is that is told when it is done');
const FILES = metadata('where to find the state of files, for undoing');

/** The records that are neither messages nor `system`, by their type. */
export const recordRules: Rules<SavedState> = {
  'cost-state': mapped('`usage`: what was spent since the last one', readCost),
  ...each(NAME, ['summary', 'custom-title', 'ai-title', 'tag', 'agent-name', 'agent-color']),
  ...each(QUEUE, ['queue-operation', 'last-prompt']),
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

/** Messages tell their tokens; what they cost is only known of all of them. */
function readCost(record: JsonObject, state: SavedState): readonly DragomanEvent[] | undefined {
  const total = numberAt(record, 'totalCostUSD');
  const cost = costOf(total, state.costBefore);
  if (total === undefined || cost === undefined) return undefined;
  state.costBefore = total;
  if (cost > 0) {
    const tokens = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    emit(state.conversation.emitter, { type: 'usage', ...tokens, cost_usd: cost });
  }
  return [];
}
