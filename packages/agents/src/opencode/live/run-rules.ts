import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { failureEvents } from '../../interpret/failure-events.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rules } from '../../interpret/rule.js';
import { stamped } from '../../interpret/stamped.js';
import { abortedError, readFailure, tooLongError } from '../failure.js';
import { reasoningEvent, textEvent } from '../text-events.js';
import { toolEvents } from '../tool-events.js';
import { isRefusal } from '../turn-end.js';
import { readStepUsage } from '../usage/read-step-usage.js';
import type { LiveState } from './live-state.js';

/** What `opencode run --format json` prints. */
export const runRules: Rules<LiveState> = {
  step_start: mapped('`init` and `turn` started, at first', (record, state) => {
    const part = objectAt(record, 'part');
    if (part === undefined) return undefined;
    state.stopReason = undefined;
    state.wasRefused = false;
    return [...overcome(state), ...state.texts.beginStep(textAt(part, 'messageID'))];
  }),
  text: mapped('`message`', (record, state) => {
    const event = textEvent(objectAt(record, 'part'), 'assistant', state.ts);
    if (event === undefined) return undefined;
    // What the agent tells itself in the user's name, after a compaction.
    return event.synthetic === undefined ? state.texts.say(event) : [event];
  }),
  reasoning: mapped('`reasoning`', (record, state) => {
    const event = reasoningEvent(objectAt(record, 'part'), state.ts);
    return event === undefined ? undefined : state.texts.say(event);
  }),
  tool_use: mapped('`tool_use` and `tool_result`; a plan becomes `plan`', (record, state) => {
    const part = objectAt(record, 'part');
    const events = part === undefined ? undefined : toolEvents(part, state.ts);
    if (events?.some(isRefusal)) state.wasRefused = true;
    return events;
  }),
  step_finish: mapped('`usage` of the step', (record, state) => {
    const part = objectAt(record, 'part');
    if (part === undefined) return undefined;
    state.stopReason = textAt(part, 'reason') ?? '';
    const usage = readStepUsage(part);
    const before = state.texts.endStep();
    return usage === undefined
      ? before
      : [...before, stamped({ type: 'usage', ...usage }, state.ts)];
  }),
  error: mapped('fatal `error`, `turn` failed or aborted', (record, state) => {
    const error = objectAt(record, 'error');
    return error === undefined ? undefined : [...state.texts.endStep(), ...fail(error, state)];
  }),
};

function fail(error: JsonObject, state: LiveState): readonly DragomanEvent[] {
  const failure = readFailure(error);
  if (failure.type === tooLongError) {
    state.setback = failure;
    return [];
  }
  state.hasFailed = true;
  if (failure.type !== abortedError) return failureEvents(failure, undefined, state.ts);
  return [stamped({ type: 'turn', status: 'aborted', reason: 'interrupted' }, state.ts)];
}

/** What the turn goes on after was no failure of it. */
function overcome(state: LiveState): readonly DragomanEvent[] {
  const { setback, ts } = state;
  if (setback === undefined) return [];
  state.setback = undefined;
  const { message, type } = setback;
  const code = type === undefined ? {} : { code: type };
  return [stamped({ type: 'error', message, fatal: false, ...code }, ts)];
}
