import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { compareVersions } from '../../compare-versions.js';
import { type Failure, failureEvents } from '../../interpret/failure-events.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { statsUsage } from '../usage/stats-usage.js';
import { unansweredPlans } from './call-rules.js';
import { type LiveState, noAnswer } from './live-state.js';

const UNSAID = 'Gemini CLI reports a failure and does not say why.';
const NO_RESULT = 'The stream ended without a result.';
/** Before, a turn in which the model gave no answer, or (0.11) refused, was called a success. */
const TELLS_EMPTY_REPLIES_SINCE = '0.42.0';

/** The `result`, the last line of a turn. */
export function readEnd(record: JsonObject, state: LiveState): DragomanEvent[] | undefined {
  const { status } = record;
  if (status !== 'success' && status !== 'error') return undefined;
  const failure = failureOf(record, state);
  const events = leave(state);
  const used = statsUsage(objectAt(record, 'stats'));
  if (used !== undefined) events.push(stamped({ type: 'usage', ...used }, state.ts));
  if (failure !== undefined) events.push(...failureEvents(failure, undefined, state.ts));
  else events.push(stamped({ type: 'turn', status: 'completed' }, state.ts));
  return events;
}

/** The stream is over. Without a result nothing says how the turn ended, so it was cut off. */
export function closeStream(state: LiveState): DragomanEvent[] {
  if (!state.isOpen) return [];
  const { error, ts } = state;
  const events = leave(state);
  if (error !== undefined) {
    events.push(stamped({ type: 'error', message: error, fatal: false }, ts));
  }
  events.push(stamped({ type: 'turn', status: 'aborted', reason: NO_RESULT }, ts));
  return events;
}

/**
 * Why a turn failed. One that stopped by itself is no success whatever it says: it ends with an
 * error line, and the result after it says either that it failed but not why, or not even that. Nor
 * is one that has nothing to show.
 */
function failureOf(record: JsonObject, state: LiveState): Failure | undefined {
  if (record.status === 'success') {
    const message = state.error ?? (hasNoAnswer(state) ? noAnswer : undefined);
    return message === undefined ? undefined : { message };
  }
  const error = objectAt(record, 'error');
  const message = textAt(error, 'message') ?? state.error ?? UNSAID;
  const type = textAt(error, 'type');
  return type === undefined || type === 'unknown' ? { message } : { message, type };
}

/** The model may have nothing more to say once its calls are over, but not in a version that hides why. */
function hasNoAnswer({ stage, version }: LiveState): boolean {
  if (stage !== 'calls') return stage === 'nothing';
  return version !== undefined && compareVersions(version, TELLS_EMPTY_REPLIES_SINCE) < 0;
}

function leave(state: LiveState): DragomanEvent[] {
  const events = unansweredPlans(state);
  state.calls.clear();
  state.plans.clear();
  state.names.clear();
  state.textId = undefined;
  state.error = undefined;
  state.isOpen = false;
  state.stage = 'nothing';
  return events;
}
