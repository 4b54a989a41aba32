import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { type Failure, failureEvents } from '../../interpret/failure-events.js';
import { listAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { emit } from '../content/emitter.js';
import { beginTurn, type LiveState, leaveTurn } from './live-state.js';
import { emitUsage } from './turn-usage.js';

const TOLD: readonly DragomanEvent[] = [];

/** What each subtype means, for versions that don't say it in words. */
const FAILURES = {
  error_during_execution: 'The turn ended without an answer.',
  error_max_turns: 'Reached maximum number of turns',
  error_max_budget_usd: 'Reached maximum budget',
  error_max_structured_output_retries: 'The answer did not follow the schema',
};

/** How each `result` is carried, by its subtype. */
export const resultRules: Rules<LiveState> = {
  success: mapped(
    '`usage`, the turn’s own; `turn` completed, or with `is_error` fatal `error`, `turn` failed; `message` where it is the only line',
    (record, state) => readResult(record, state, undefined),
  ),
  ...Object.fromEntries(
    Object.entries(FAILURES).map(([subtype, words]) => [
      subtype,
      mapped<LiveState>(
        '`usage`; fatal `error`, `turn` failed, or `turn` aborted',
        (record, state) => readResult(record, state, { message: words, type: subtype }),
      ),
    ]),
  ),
};

function readResult(
  record: JsonObject,
  state: LiveState,
  failure: Failure | undefined,
): typeof TOLD {
  const { emitter, calls } = state.conversation;
  beginTurn(state);
  calls.endTurn();
  emitUsage(record, state);
  const isFailure = failure !== undefined || record.is_error === true;
  if (state.isInterrupted || isAborted(record)) {
    emit(emitter, { type: 'turn', status: 'aborted', reason: 'interrupted' });
  } else if (isFailure) {
    for (const event of failureEvents(causeOf(record, state, failure))) emit(emitter, event);
    state.failure = undefined;
  } else {
    if (state.isSilent) emitAnswer(record, state);
    emit(emitter, { type: 'turn', status: 'completed' });
  }
  leaveTurn(state);
  return TOLD;
}

/** With `--output-format json` the result is all that is printed. */
function emitAnswer(record: JsonObject, { conversation }: LiveState): void {
  const content = textAt(record, 'result') ?? '';
  if (content !== '') emit(conversation.emitter, { type: 'message', role: 'assistant', content });
}

function isAborted(record: JsonObject): boolean {
  return textAt(record, 'terminal_reason')?.startsWith('aborted') ?? false;
}

/** The words that came before the result are the ones the file keeps, too. */
function causeOf(record: JsonObject, state: LiveState, failure: Failure | undefined): Failure {
  if (state.failure !== undefined) return state.failure;
  const errors = listAt(record, 'errors').filter((error) => typeof error === 'string');
  const message = errors.length > 0 ? errors.join('\n') : textAt(record, 'result');
  const type = failure?.type;
  const words = message === undefined || message === '' ? undefined : message;
  return {
    message: words ?? failure?.message ?? 'The turn failed.',
    ...(type !== undefined && { type }),
  };
}
