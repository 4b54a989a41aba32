import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { failureEvents } from '../../interpret/failure-events.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rule, type Rules } from '../../interpret/rule.js';
import { readFailure } from '../failure.js';
import { readUsageFigures } from '../usage/read-usage-figures.js';
import { beginProcess, beginTurn, type LiveState } from './live-state.js';
import { warningEvents, wordsOf, wordsOfError } from './problem-events.js';
import { turnIdOf } from './turn-id-of.js';
import { usageEvents } from './usage-events.js';

const turnStarted: Rule<LiveState> = mapped('`turn` started', (message, state) => {
  // There is no mark of a turn's end, so what the turn before used is told now.
  const before = usageEvents(state);
  beginTurn(state);
  return [...before, { type: 'turn', status: 'started', ...turnIdOf(message) }];
});

const turnComplete: Rule<LiveState> = mapped(
  '`usage`, `turn` completed; with an error: fatal `error`, `turn` failed',
  (message, state) => [...usageEvents(state), ...endEvents(message)],
);

const notice: Rule<LiveState> = mapped('`stderr`', (message) => [
  { type: 'stderr', content: wordsOf(message) },
]);

const warning: Rule<LiveState> = mapped('`error` that is not fatal', (message) =>
  warningEvents(wordsOf(message)),
);

export const legacyTurnRules: Rules<LiveState> = {
  header: mapped('`init` with model and folder', (header, state) => {
    const before = usageEvents(state);
    beginProcess(state, { countsAnew: true });
    const modelId = textAt(header, 'model');
    const cwd = textAt(header, 'workdir');
    state.cwd = cwd;
    return [
      ...before,
      {
        type: 'init',
        ...(modelId !== undefined && { modelId }),
        ...(cwd !== undefined && { cwd }),
      },
    ];
  }),
  'msg/session_configured': mapped('`init` with session id and model', (message, state) => {
    const sessionId = textAt(message, 'session_id');
    const modelId = textAt(message, 'model');
    state.threadId = sessionId ?? state.threadId;
    return [
      {
        type: 'init',
        ...(sessionId !== undefined && { session_id: sessionId }),
        ...(modelId !== undefined && { modelId }),
      },
    ];
  }),
  'msg/task_started': turnStarted,
  'msg/turn_started': turnStarted,
  'msg/task_complete': turnComplete,
  'msg/turn_complete': turnComplete,
  'msg/turn_aborted': mapped('`usage`, `turn` aborted', (message, state) => {
    const reason = textAt(message, 'reason');
    return [
      ...usageEvents(state),
      {
        type: 'turn',
        status: 'aborted',
        ...(reason !== undefined && { reason }),
        ...turnIdOf(message),
      },
    ];
  }),
  'msg/error': mapped('`usage`, fatal `error`, `turn` failed', (message, state) => [
    ...usageEvents(state),
    ...failureEvents(readFailure(wordsOf(message))),
  ]),
  'msg/stream_error': notice,
  'msg/background_event': notice,
  'msg/warning': warning,
  'msg/guardian_warning': warning,
  'msg/deprecation_notice': mapped('`error` that is not fatal', (message) => {
    const words = [textAt(message, 'summary'), textAt(message, 'details')];
    return warningEvents(words.filter((text) => text !== undefined).join('\n') || wordsOf(message));
  }),
  'msg/context_compacted': mapped('`compaction`', () => [{ type: 'compaction' }]),
  'msg/token_count': mapped("`usage` at the turn's end, its own", (message, { usage }) => {
    // One call of the model up to 0.29; from 0.36 on the count of the process.
    const ofCall = readUsageFigures(message);
    const total = readUsageFigures(objectAt(objectAt(message, 'info'), 'total_token_usage'));
    if (ofCall !== undefined) usage.add(ofCall);
    else if (total !== undefined) usage.count(total);
    return [];
  }),
};

function endEvents(message: JsonObject): DragomanEvent[] {
  const { error } = message;
  if (error !== undefined && error !== null) {
    return failureEvents(readFailure(wordsOfError(message)), textAt(message, 'turn_id'));
  }
  return [{ type: 'turn', status: 'completed', ...turnIdOf(message) }];
}
