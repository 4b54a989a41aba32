import type { JsonObject } from '@dragoman/protocol';
import { failureEvents } from '../../interpret/events.js';
import { given, objectAt, textAt } from '../../interpret/json-fields.js';
import { mapped, metadata, type RecordRules } from '../../interpret/record-rule.js';
import { readFailure } from '../failure.js';
import { readUsageFigures } from '../usage.js';
import {
  beginProcess,
  beginTurn,
  emitUsage,
  errorMessageOf,
  type LiveState,
  messageOf,
  turnIdOf,
} from './state.js';

/** The frame of a ThreadEvents stream (from 0.44): the thread and its turns. */
export const threadRules: RecordRules<LiveState> = {
  'thread.started': mapped('`init` with the session id', (record, state, emitter) => {
    const threadId = textAt(record, 'thread_id');
    if (threadId === undefined) return 'unknown';
    emitUsage(state, emitter);
    beginProcess(state, { threadId });
    emitter.emit({ type: 'init', session_id: threadId });
    return 'mapped';
  }),
  'turn.started': mapped('`turn` started', (record, state, emitter) => {
    // 0.98 and 0.107 print it for each sub-agent, too, in the midst of the turn that started it.
    if (state.isInTurn) return 'mapped';
    emitUsage(state, emitter);
    beginTurn(state);
    state.isInTurn = true;
    emitter.emit({ type: 'turn', status: 'started', ...turnIdOf(record) });
    return 'mapped';
  }),
  'turn.completed': mapped("the turn's `usage`, `turn` completed", (record, state, emitter) => {
    state.isInTurn = false;
    countUsage(record, state);
    emitUsage(state, emitter);
    emitter.emit({ type: 'turn', status: 'completed', ...turnIdOf(record) });
    return 'mapped';
  }),
  'turn.failed': mapped('fatal `error`, `turn` failed', (record, state, emitter) => {
    state.isInTurn = false;
    countUsage(record, state);
    emitUsage(state, emitter);
    const failure = readFailure(errorMessageOf(record));
    failureEvents(failure, textAt(record, 'turn_id')).forEach(emitter.emit);
    return 'mapped';
  }),
};

/** What streams of every era may have. */
export const sharedRules: RecordRules<LiveState> = {
  // A notice that Codex tries again looks the same as the message of a failure, which comes again in
  // `turn.failed`. So it is never the sign of one.
  error: mapped('`stderr`', (record, _state, emitter) => {
    emitter.emit({ type: 'stderr', content: messageOf(record) });
    return 'mapped';
  }),
};

/**
 * Names in the style of the Responses API. No version checked prints them, but for the
 * `session.created` of 0.42's `--experimental-json`, which says the session id and no model. Their
 * pieces have no id: each continues the latest text.
 */
export const responseRules: RecordRules<LiveState> = {
  'session.created': mapped('`init` with the model or the session id', (record, state, emitter) => {
    const modelId = textAt(record, 'model');
    const sessionId = textAt(record, 'session_id');
    if (modelId === undefined && sessionId === undefined) return 'unknown';
    emitUsage(state, emitter);
    if (sessionId !== undefined) {
      beginProcess(state, { threadId: sessionId, countsAnew: true });
      beginTurn(state);
    }
    emitter.emit({ type: 'init', ...given({ session_id: sessionId, modelId }) });
    return 'mapped';
  }),
  'message.output_text.delta': mapped('`message`, a piece', (record, _state, emitter) => {
    const { delta: content = '' } = record;
    if (typeof content !== 'string') return 'unknown';
    emitter.emit({ type: 'message', role: 'assistant', content, delta: true });
    return 'mapped';
  }),
  'message.output_text.done': mapped('`message`', (record, _state, emitter) => {
    const { text: content = '' } = record;
    if (typeof content !== 'string') return 'unknown';
    emitter.emit({ type: 'message', role: 'assistant', content, delta: false });
    return 'mapped';
  }),
  'response.completed': metadata('the end of one answer of the model; its text came before'),
};

function countUsage(record: JsonObject, { usage }: LiveState): void {
  const total = readUsageFigures(objectAt(record, 'usage'));
  if (total !== undefined) usage.count(total);
}
