import type { LiveOptions } from '../interpret/agent-interpreter.js';
import { failureEvents } from '../interpret/failure-events.js';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText } from '../interpret/json-fields.js';
import type { Rules } from '../interpret/rule.js';
import { messageRules } from './content/message-rules.js';
import { prefixed } from './content/prefixed.js';
import { takeTold, tell } from './content/telling.js';
import { lineRules } from './live/line-rules.js';
import { createLiveState, type LiveState } from './live/live-state.js';
import { flushOwnWords, readLine } from './live/read-line.js';
import { resultRules } from './live/result-rules.js';
import { streamRules } from './live/stream-rules.js';
import { systemRules } from './live/system-rules.js';
import { tellUsageOfUnfinished } from './live/turn-usage.js';

/** How each line that `claude -p --output-format stream-json` prints is carried, by its native name. */
export const claudeLiveRules: Rules<never> = {
  ...prefixed('system', systemRules),
  ...messageRules,
  ...prefixed('stream_event', streamRules),
  ...prefixed('result', resultRules),
  ...lineRules,
};

/** Interprets the stdout of `claude -p --output-format stream-json`, with partial messages or without. */
export function createClaudeLive(options: LiveOptions = {}): Interpreter {
  const state = createLiveState(options);
  const { telling, calls } = state.conversation;
  return {
    push(record) {
      telling.parentId = asText(record.parent_tool_use_id);
      const { native, carriage } = readLine(record, state);
      return { native, carriage, events: takeTold(telling) };
    },
    flush() {
      telling.parentId = undefined;
      calls.endTurn();
      flushOwnWords(state);
      if (state.isInTurn) tellUsageOfUnfinished(state);
      tellEndOfStream(state);
      return takeTold(telling);
    },
  };
}

/** What is left to tell when the result of a turn never came. */
function tellEndOfStream({
  conversation: { telling },
  failure,
  isInTurn,
  isInterrupted,
}: LiveState): void {
  if (failure !== undefined && isInTurn) {
    for (const event of failureEvents(failure)) tell(telling, event);
  } else if (failure !== undefined) {
    // The turn got over it.
    const { message, type } = failure;
    const code = type === undefined ? {} : { code: type };
    tell(telling, { type: 'error', message, fatal: false, ...code });
  }
  if (isInterrupted) tell(telling, { type: 'turn', status: 'aborted', reason: 'interrupted' });
}
