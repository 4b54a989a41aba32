import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { failureEvents } from '../../interpret/failure-events.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { readFailure } from '../failure.js';
import { readUsageFigures } from '../usage/read-usage-figures.js';
import { beginProcess, beginTurn, type LiveState } from './live-state.js';
import { wordsOf, wordsOfError } from './problem-events.js';
import { turnIdOf } from './turn-id-of.js';
import { usageEvents } from './usage-events.js';

/** The frame of a ThreadEvents stream (from 0.44): the thread and its turns. */
export const threadRules: Rules<LiveState> = {
  'thread.started': mapped('`init` with the session id', (record, state) => {
    const threadId = textAt(record, 'thread_id');
    const before = usageEvents(state);
    beginProcess(state, { threadId });
    return threadId === undefined ? before : [...before, { type: 'init', session_id: threadId }];
  }),
  'turn.started': mapped('`turn` started', (record, state) => {
    // 0.98 and 0.107 print it for each sub-agent, too, in the midst of the turn that started it.
    if (state.isInTurn) return [];
    const before = usageEvents(state);
    beginTurn(state);
    state.isInTurn = true;
    return [...before, { type: 'turn', status: 'started', ...turnIdOf(record) }];
  }),
  'turn.completed': mapped("`usage`, the turn's own; `turn` completed", (record, state) => {
    state.isInTurn = false;
    countUsage(record, state);
    return [...usageEvents(state), { type: 'turn', status: 'completed', ...turnIdOf(record) }];
  }),
  'turn.failed': mapped('fatal `error`, `turn` failed', (record, state): DragomanEvent[] => {
    state.isInTurn = false;
    countUsage(record, state);
    return [
      ...usageEvents(state),
      ...failureEvents(readFailure(wordsOfError(record)), textAt(record, 'turn_id')),
    ];
  }),
};

/** What streams of every era may have. */
export const sharedRules: Rules<LiveState> = {
  // A mere notice that Codex tries again looks the same as the words of a failure, which come again
  // in `turn.failed`. So it is never the sign of one.
  error: mapped('`stderr`', (record) => [{ type: 'stderr', content: wordsOf(record) }]),
};

function countUsage(record: JsonObject, { usage }: LiveState): void {
  const total = readUsageFigures(objectAt(record, 'usage'));
  if (total !== undefined) usage.count(total);
}
