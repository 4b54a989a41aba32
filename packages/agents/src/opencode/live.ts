import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../interpret/emitter.js';
import { type Failure, failureEvents, setbackEvent } from '../interpret/events.js';
import type { Disposition, Interpreter, LiveOptions } from '../interpret/interpreter.js';
import { asText, given, numberAt, objectAt, textAt } from '../interpret/json-fields.js';
import { createRuleInterpreter, mapped, type RecordRules } from '../interpret/record-rule.js';
import { isoTime } from './iso-time.js';
import { createRetriedTexts, type RetriedTexts } from './live/retried-texts.js';
import { emitCall, isRefused, reasoningEvent, textEvent } from './part-events.js';
import { readToolPart } from './tools/read-tool-part.js';
import { abortedError, readFailure, tooLongError, turnEnd } from './turn-end.js';
import { readStepUsage } from './usage.js';

/** What an interpreter of the live stream remembers. One stream is one turn. */
interface LiveState {
  readonly version: string | undefined;
  readonly texts: RetriedTexts;
  /** Whether the turn has been emitted as started. */
  hasBegun: boolean;
  sessionId: string | undefined;
  /** The reason that the last step ended with; undefined while a step is under way. */
  stopReason: string | undefined;
  /** An error that OpenCode may recover from. */
  setback: Failure | undefined;
  hasFailed: boolean;
  /** Whether a call of the last step was refused. */
  wasRefused: boolean;
}

/** What each line that `opencode run --format json` prints becomes, by its type. */
export const opencodeLiveRules: RecordRules<LiveState> = {
  step_start: mapped('`init` and `turn` started, at first', readStepStart),
  text: mapped('`message`', readText),
  reasoning: mapped('`reasoning`', readReasoning),
  tool_use: mapped('`tool_use` and `tool_result`; a plan becomes `plan`', readToolUse),
  step_finish: mapped('`usage` of the step', readStepFinish),
  error: mapped('fatal `error`, `turn` failed or aborted', readError),
};

/** Interprets the stdout of `opencode run --format json`, of any version. One stream is one turn. */
export function createOpencodeLive({ version }: LiveOptions = {}): Interpreter {
  return createRuleInterpreter({
    rules: opencodeLiveRules,
    nameOf: (record) => asText(record.type) ?? '',
    timeOf: (record) => isoTime(numberAt(record, 'timestamp')),
    createState: (emitter): LiveState => ({
      version,
      texts: createRetriedTexts(emitter),
      hasBegun: false,
      sessionId: undefined,
      stopReason: undefined,
      setback: undefined,
      hasFailed: false,
      wasRefused: false,
    }),
    end(state, emitter) {
      state.texts.endStep();
      endTurn(state, emitter);
    },
  });
}

/** No record says that a turn begins: the first that can be read does. */
function beginTurn(record: JsonObject, state: LiveState, emitter: Emitter): void {
  const sessionId = textAt(record, 'sessionID');
  const { hasBegun, version } = state;
  if (!hasBegun || (sessionId !== undefined && sessionId !== state.sessionId)) {
    emitter.emit({ type: 'init', agent: 'opencode', ...given({ session_id: sessionId, version }) });
  }
  if (!hasBegun) emitter.emit({ type: 'turn', status: 'started' });
  state.hasBegun = true;
  state.sessionId = sessionId ?? state.sessionId;
}

function endTurn(
  { hasFailed, setback, stopReason, wasRefused }: LiveState,
  emitter: Emitter,
): void {
  if (hasFailed) return;
  if (setback !== undefined) {
    for (const event of failureEvents(setback)) emitter.emit(event);
    return;
  }
  const end = turnEnd(stopReason, wasRefused);
  if (end !== undefined) emitter.emit(end);
}

function readStepStart(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const part = objectAt(record, 'part');
  if (part === undefined) return 'unknown';
  beginTurn(record, state, emitter);
  state.stopReason = undefined;
  state.wasRefused = false;
  emitSetback(state, emitter);
  state.texts.beginStep(textAt(part, 'messageID'));
  return 'mapped';
}

function readText(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const event = textEvent(objectAt(record, 'part'), 'assistant');
  if (event === undefined) return 'unknown';
  beginTurn(record, state, emitter);
  // After a compaction OpenCode asks the model to go on, in the user's name.
  if (event.synthetic === undefined) state.texts.emitText(event);
  else emitter.emit(event);
  return 'mapped';
}

function readReasoning(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const event = reasoningEvent(objectAt(record, 'part'));
  if (event === undefined) return 'unknown';
  beginTurn(record, state, emitter);
  state.texts.emitText(event);
  return 'mapped';
}

function readToolUse(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const part = objectAt(record, 'part');
  const content = part && readToolPart(part);
  if (part === undefined || content === undefined) return 'unknown';
  beginTurn(record, state, emitter);
  if (isRefused(content)) state.wasRefused = true;
  emitCall(content, part, emitter);
  return 'mapped';
}

function readStepFinish(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const part = objectAt(record, 'part');
  const reason = textAt(part, 'reason');
  const usage = part && readStepUsage(part);
  if (reason === undefined || usage === undefined) return 'unknown';
  beginTurn(record, state, emitter);
  state.stopReason = reason;
  state.texts.endStep();
  emitter.emit({ type: 'usage', ...usage });
  return 'mapped';
}

function readError(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const error = objectAt(record, 'error');
  if (error === undefined) return 'unknown';
  beginTurn(record, state, emitter);
  state.texts.endStep();
  const failure = readFailure(error);
  if (failure.type === tooLongError) {
    state.setback = failure;
    return 'mapped';
  }
  state.hasFailed = true;
  if (failure.type === abortedError) {
    emitter.emit({ type: 'turn', status: 'aborted', reason: 'interrupted' });
  } else for (const event of failureEvents(failure)) emitter.emit(event);
  return 'mapped';
}

/** Emits the error that the turn goes on after: it was no failure of the turn. */
function emitSetback(state: LiveState, emitter: Emitter): void {
  if (state.setback === undefined) return;
  emitter.emit(setbackEvent(state.setback));
  state.setback = undefined;
}
