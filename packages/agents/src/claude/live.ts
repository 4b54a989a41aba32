import type { JsonObject } from '@dragoman/protocol';
import { createEmitter, type Emitter } from '../interpret/emitter.js';
import { failureEvents, setbackEvent } from '../interpret/events.js';
import type { Interpreter, LiveOptions } from '../interpret/interpreter.js';
import { asText, objectAt } from '../interpret/json-fields.js';
import { prefixed, type RecordRules } from '../interpret/record-rule.js';
import { assistantRules } from './content/assistant-message.js';
import { ownWordsRules } from './content/own-words.js';
import { createRuleReader, type Reading, unknownReading } from './content/rule-reader.js';
import { userRules } from './content/user-message.js';
import { readAssistant, readUser, settleOwnWords } from './live/message-rules.js';
import { createPromptOrder } from './live/prompt-order.js';
import { lineRules, systemRules } from './live/record-rules.js';
import { resultRules } from './live/result-rules.js';
import { createLiveState, type LiveState } from './live/state.js';
import { streamRules } from './live/stream-rules.js';
import { emitUsageOfUnfinished } from './live/turn-usage.js';

/** How each line that `claude -p --output-format stream-json` prints is read, by its native name. */
export const claudeLiveRules: RecordRules<never> = {
  ...prefixed('system', systemRules),
  ...assistantRules,
  ...prefixed('assistant', ownWordsRules),
  ...userRules,
  ...prefixed('stream_event', streamRules),
  ...prefixed('result', resultRules),
  ...lineRules,
};

type Read = (record: JsonObject, state: LiveState, emitter: Emitter) => Reading;

const readSystem = createRuleReader('system', systemRules);
const readResult = createRuleReader('result', resultRules);
const readStreamEvent = createRuleReader('stream_event', streamRules);
const readLine = createRuleReader('', lineRules);

/** Lines whose type has many sorts. */
const READERS: ReadonlyMap<unknown, Read> = new Map<unknown, Read>([
  ['assistant', readAssistant],
  ['user', readUser],
  ['system', (record, state, emitter) => readSystem(record.subtype, record, state, emitter)],
  ['result', (record, state, emitter) => readResult(record.subtype, record, state, emitter)],
  ['stream_event', readStream],
]);

function readStream(record: JsonObject, state: LiveState, emitter: Emitter): Reading {
  const event = objectAt(record, 'event');
  if (event === undefined) return unknownReading('stream_event');
  return readStreamEvent(event.type, event, state, emitter);
}

/** Interprets the stdout of `claude -p --output-format stream-json`, with partial messages or without. */
export function createClaudeLive(options: LiveOptions = {}): Interpreter {
  const emitter = createEmitter();
  const state = createLiveState(options, emitter);
  const { chain, calls } = state.conversation;
  const prompts = createPromptOrder();
  return {
    push(record) {
      chain.parentId = asText(record.parent_tool_use_id);
      state.lineId = asText(record.uuid);
      state.lineTexts.takeBack(record);
      settleOwnWords(state, record);
      const read = READERS.get(record.type);
      const { native, disposition } =
        read === undefined
          ? readLine(record.type, record, state, emitter)
          : read(record, state, emitter);
      return { native, disposition, events: prompts.order(record, emitter.take()) };
    },
    flush() {
      chain.parentId = undefined;
      calls.endTurn();
      settleOwnWords(state);
      if (state.isInTurn) emitUsageOfUnfinished(state, emitter);
      emitEndOfStream(state, emitter);
      return [...prompts.rest(), ...emitter.take()];
    },
  };
}

/** Emits how a turn ended whose result never came. */
function emitEndOfStream({ failure, isInTurn, isInterrupted }: LiveState, emitter: Emitter): void {
  if (failure !== undefined && isInTurn) {
    for (const event of failureEvents(failure)) emitter.emit(event);
  } else if (failure !== undefined) emitter.emit(setbackEvent(failure));
  if (isInterrupted) emitter.emit({ type: 'turn', status: 'aborted', reason: 'interrupted' });
}
