import type { LiveOptions } from '../interpret/agent-interpreter.js';
import { failureEvents } from '../interpret/failure-events.js';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText } from '../interpret/json-fields.js';
import type { Rules } from '../interpret/rule.js';
import { emit, takeEmitted } from './content/emitter.js';
import { messageRules } from './content/message-rules.js';
import { prefixed } from './content/prefixed.js';
import { lineRules } from './live/line-rules.js';
import { createLiveState, type LiveState } from './live/live-state.js';
import { flushOwnWords, readLine } from './live/read-line.js';
import { resultRules } from './live/result-rules.js';
import { streamRules } from './live/stream-rules.js';
import { systemRules } from './live/system-rules.js';
import { emitUsageOfUnfinished } from './live/turn-usage.js';

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
  const { emitter, calls } = state.conversation;
  return {
    push(record) {
      emitter.parentId = asText(record.parent_tool_use_id);
      const { native, disposition } = readLine(record, state);
      return { native, disposition, events: takeEmitted(emitter) };
    },
    flush() {
      emitter.parentId = undefined;
      calls.endTurn();
      flushOwnWords(state);
      if (state.isInTurn) emitUsageOfUnfinished(state);
      emitEndOfStream(state);
      return takeEmitted(emitter);
    },
  };
}

/** What is left to tell when the result of a turn never came. */
function emitEndOfStream({
  conversation: { emitter },
  failure,
  isInTurn,
  isInterrupted,
}: LiveState): void {
  if (failure !== undefined && isInTurn) {
    for (const event of failureEvents(failure)) emit(emitter, event);
  } else if (failure !== undefined) {
    // The turn got over it.
    const { message, type } = failure;
    const code = type === undefined ? {} : { code: type };
    emit(emitter, { type: 'error', message, fatal: false, ...code });
  }
  if (isInterrupted) emit(emitter, { type: 'turn', status: 'aborted', reason: 'interrupted' });
}
