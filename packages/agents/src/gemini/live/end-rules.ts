import {
  addUsageFigures,
  isJsonObject,
  type JsonObject,
  type UsageFigures,
} from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { type Failure, failureEvents } from '../../interpret/events.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { given, objectAt, textAt } from '../../interpret/json-fields.js';
import { compareVersions } from '../../version-support.js';
import { statsUsage, tokensUsage } from '../usage.js';
import { emitHeldError, type LiveState, takeHeldError } from './state.js';

/** Why a turn failed that has nothing to show, however it ends. */
const NO_ANSWER = 'The turn ended without an answer.';

const UNSAID = 'Gemini CLI reports a failure and does not say why.';
const NO_RESULT = 'The stream ended without a result.';
/** Before, Gemini CLI calls a turn a success in which the model gave no answer or (0.11) refused. */
const REPORTS_EMPTY_REPLIES_SINCE = '0.42.0';

/** The `result`, the last line of a turn. */
export function readResult(record: JsonObject, state: LiveState, emitter: Emitter): Disposition {
  const { status } = record;
  if (status !== 'success' && status !== 'error') return 'unknown';
  const failure = failureOf(record, takeHeldError(state, emitter), state);
  const used = statsUsage(objectAt(record, 'stats'));
  leaveTurn(state, emitter);
  if (used !== undefined) emitter.emit({ type: 'usage', ...used });
  if (failure === undefined) emitter.emit({ type: 'turn', status: 'completed' });
  else for (const event of failureEvents(failure)) emitter.emit(event);
  return 'mapped';
}

/** The stream is over. Without a result nothing says how the turn ended, so it was cut off. */
export function closeStream(state: LiveState, emitter: Emitter): void {
  const { isOpen } = state;
  emitHeldError(state, emitter);
  leaveTurn(state, emitter);
  if (isOpen) emitter.emit({ type: 'turn', status: 'aborted', reason: NO_RESULT });
}

/**
 * Why a turn failed. A turn that Gemini CLI stopped is no success, whatever its result says: it ends
 * with an error line, and the result after it says that it failed but not why, or not even that. Nor
 * is a turn a success that has nothing to show.
 */
function failureOf(
  record: JsonObject,
  heldError: string | undefined,
  state: LiveState,
): Failure | undefined {
  if (record.status === 'success') {
    const message = heldError ?? (hasNoAnswer(state) ? NO_ANSWER : undefined);
    return message === undefined ? undefined : { message };
  }
  const error = objectAt(record, 'error');
  const message = textAt(error, 'message') ?? heldError ?? UNSAID;
  const type = textAt(error, 'type');
  return type === undefined || type === 'unknown' ? { message } : { message, type };
}

/** After its calls the model may have nothing more to say, but not in a version that hides why. */
function hasNoAnswer({ stage, version }: LiveState): boolean {
  if (stage !== 'calls') return stage === 'nothing';
  return version !== undefined && compareVersions(version, REPORTS_EMPTY_REPLIES_SINCE) < 0;
}

function leaveTurn(state: LiveState, emitter: Emitter): void {
  state.calls.endTurn().forEach(emitter.emit);
  state.names.clear();
  state.textId = undefined;
  state.isOpen = false;
  state.stage = 'nothing';
}

/** What `--output-format json` prints when the turn is over: the answer, or why there is none. */
export function readDocument(
  record: JsonObject,
  { version }: LiveState,
  emitter: Emitter,
): Disposition {
  const session_id = textAt(record, 'session_id');
  const { response = '' } = record;
  const failure = failureInDocument(record);
  const used = usageOf(objectAt(record, 'stats'));
  if (typeof response !== 'string') return 'unknown';
  emitter.emit({ type: 'init', agent: 'gemini', ...given({ session_id, version }) });
  emitter.emit({ type: 'turn', status: 'started' });
  if (response !== '') emitter.emit({ type: 'message', role: 'assistant', content: response });
  if (used !== undefined) emitter.emit({ type: 'usage', ...used });
  if (failure === undefined) emitter.emit({ type: 'turn', status: 'completed' });
  else for (const event of failureEvents({ message: failure })) emitter.emit(event);
  return 'mapped';
}

/** Up to 0.11 an empty answer is the only sign of a model that refuses. */
function failureInDocument({ error, response }: JsonObject): string | undefined {
  if (isJsonObject(error)) return textAt(error, 'message') ?? 'Gemini CLI reports a failure.';
  return response === '' || response === undefined ? NO_ANSWER : undefined;
}

/** Whether a record without a type is such a document. */
export function isDocument(record: JsonObject): boolean {
  return typeof record.response === 'string' || isJsonObject(record.stats) || isFailure(record);
}

function isFailure({ error, session_id }: JsonObject): boolean {
  return isJsonObject(error) && (session_id === undefined || typeof session_id === 'string');
}

/** All models together: the turn used them all. */
function usageOf(stats: JsonObject | undefined): UsageFigures | undefined {
  let sum: UsageFigures | undefined;
  for (const model of Object.values(objectAt(stats, 'models') ?? {})) {
    const tokens = isJsonObject(model) ? objectAt(model, 'tokens') : undefined;
    const used = tokensUsage(
      tokens && { ...tokens, input: tokens.prompt, output: tokens.candidates },
    );
    if (used !== undefined) sum = addUsageFigures(sum, used);
  }
  return sum;
}
