import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { type Failure, failureEvents } from '../../interpret/events.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { mapped, type RecordRules } from '../../interpret/record-rule.js';
import { readUsageFigures } from '../usage.js';
import { noteBroken } from './line-usage.js';
import { beginTurn, dropStream, type LiveState, leaveTurn } from './state.js';
import { emitUsage } from './turn-usage.js';

const SCHEMA_END = 'error_max_structured_output_retries';

/** What each subtype means, for versions that don't say it in words. */
const FAILURES = {
  error_during_execution: 'The turn ended without an answer.',
  error_max_turns: 'Reached maximum number of turns',
  error_max_budget_usd: 'Reached maximum budget',
  [SCHEMA_END]: 'The answer did not follow the schema',
};

/** How each `result` is read, by its subtype. */
export const resultRules: RecordRules<LiveState> = {
  success: mapped(
    '`usage` of the turn; `turn` completed, or with `is_error` fatal `error`, `turn` failed; `message` where it is the only line',
    (record, state, emitter) => readResult(record, state, emitter, undefined),
  ),
  ...Object.fromEntries(
    Object.entries(FAILURES).map(([type, message]) => [
      type,
      mapped<LiveState>(
        '`usage`; fatal `error`, `turn` failed, or `turn` aborted',
        (record, state, emitter) => readResult(record, state, emitter, { message, type }),
      ),
    ]),
  ),
};

function readResult(
  record: JsonObject,
  state: LiveState,
  emitter: Emitter,
  failure: Failure | undefined,
): Disposition {
  if (!isResult(record)) return 'unknown';
  if (isAfterthought(record, state)) {
    emitter.emit({ type: 'stderr', content: causeOf(record, state, failure).message });
    return 'mapped';
  }
  beginTurn(state);
  state.conversation.calls.endTurn();
  const isFailure = failure !== undefined || record.is_error === true;
  const isInterrupted = state.isInterrupted || isAborted(record);
  const stream = state.streams.get(undefined);
  // The answer that ends the turn because none followed the schema is whole, and may not have ended yet.
  const isWhole = failure?.type === SCHEMA_END;
  // What was said last stays where a person stopped it. The CLI drops what a failure cut off; up to 2.0
  // it may take a turn for done that a failure ended behind a call.
  const isBroken = !isWhole && (isFailure || stream?.isEnded === false);
  if (isBroken && !isInterrupted) dropStream(state);
  else if (isFailure && !isWhole && stream !== undefined) noteBroken(state, stream);
  emitUsage(record, state, emitter);
  if (isInterrupted) {
    emitter.emit({ type: 'turn', status: 'aborted', reason: 'interrupted' });
  } else if (isFailure) {
    for (const event of failureEvents(causeOf(record, state, failure))) emitter.emit(event);
    state.failure = undefined;
  } else {
    if (state.isSilent) emitAnswer(record, emitter);
    emitter.emit({ type: 'turn', status: 'completed' });
  }
  leaveTurn(state);
  return 'mapped';
}

/**
 * Around 2.0.77 the CLI complains of the end of a background command that comes after the turn, in
 * another result: nothing was asked in it.
 */
function isAfterthought(record: JsonObject, { isInTurn, hasResult }: LiveState): boolean {
  return hasResult && !isInTurn && record.is_error === true && record.num_turns === 0;
}

/** Whether the members that decide how the turn ended are what they are called. */
function isResult({ is_error, result, errors }: JsonObject): boolean {
  return (
    typeof is_error === 'boolean' &&
    (result === undefined || result === null || typeof result === 'string') &&
    (errors === undefined || textsAt({ errors }, 'errors') !== undefined)
  );
}

/**
 * With `--output-format json` the result is all that is printed. Without a token it is no answer of a
 * model but what a command of the CLI prints.
 */
function emitAnswer(record: JsonObject, emitter: Emitter): void {
  const content = textAt(record, 'result') ?? '';
  const isAnswer = readUsageFigures(objectAt(record, 'usage'))?.total_tokens !== 0;
  const role = isAnswer ? 'assistant' : 'system';
  if (content !== '') emitter.emit({ type: 'message', role, content });
}

function isAborted(record: JsonObject): boolean {
  return textAt(record, 'terminal_reason')?.startsWith('aborted') ?? false;
}

/** The words that came before the result are the ones the file keeps, too. */
function causeOf(record: JsonObject, state: LiveState, failure: Failure | undefined): Failure {
  if (state.failure !== undefined) return state.failure;
  const errors = textsAt(record, 'errors') ?? [];
  const words = errors.length > 0 ? errors.join('\n') : (textAt(record, 'result') ?? '');
  const message = words === '' ? (failure?.message ?? 'The turn failed.') : words;
  const type = failure?.type;
  return type === undefined ? { message } : { message, type };
}
