import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Interpretation, InterpretedPart, Interpreter } from '../interpret/interpreter.js';
import { asText } from '../interpret/json-fields.js';
import { nativeName } from '../interpret/native-name.js';
import { applyRule } from '../interpret/read-by-rule.js';
import type { Rule } from '../interpret/rule.js';
import { readMessageList } from './saved/message-list.js';
import { headerRule, messageName, messageRules } from './saved/saved-rules.js';
import { createSavedState, type SavedState } from './saved/saved-state.js';
import { savedSkim } from './saved/skim.js';

export { savedRules as geminiSavedRules } from './saved/saved-rules.js';

/** What became of a record, without its events. */
type Read = Omit<Interpretation, 'events'>;

/**
 * Reads the records of a session file: lines, each with a message or with what has changed (from 0.39
 * on), or one document with all messages. Told is what was said, in the order in which it was: what
 * the CLI takes out of its list later, because a turn failed or the messages were compressed, stays.
 */
export function createGeminiSaved(): Interpreter {
  const state = createSavedState();
  return {
    push(record) {
      state.events = [];
      const { native, disposition, parts } = readRecord(record, state);
      const { events } = state;
      return parts === undefined
        ? { native, disposition, events }
        : { native, disposition, events, parts };
    },
    flush: () => [],
    skim: savedSkim,
  };
}

function readRecord(record: JsonObject, state: SavedState): Read {
  if (typeof record.id === 'string') return readMessage(record, state);
  if (isJsonObject(record.$set)) return readSet(record.$set, state);
  if (typeof record.$rewindTo === 'string') return { native: '$rewindTo', disposition: 'metadata' };
  if (typeof record.sessionId !== 'string') return { native: 'untyped', disposition: 'unknown' };
  const header = readBy(headerRule, 'header', record, state, asText(record.startTime));
  if (!Array.isArray(record.messages)) return header;
  return { ...header, parts: [{ ...header, record }, ...readList(record.messages, state)] };
}

function readMessage(record: JsonObject, state: SavedState): Read {
  const type = asText(record.type) ?? '';
  const known = messageRules.get(type);
  const native = known?.native ?? messageName(nativeName(type));
  return readBy(known?.rule, native, record, state, asText(record.timestamp));
}

function readSet(set: JsonObject, state: SavedState): Read {
  if (!Array.isArray(set.messages)) return { native: '$set', disposition: 'metadata' };
  const own: Read = { native: '$set/messages', disposition: 'mapped' };
  const unknown = readList(set.messages, state).filter(
    ({ disposition }) => disposition === 'unknown',
  );
  return unknown.length === 0 ? own : { ...own, parts: [{ ...own, record: {} }, ...unknown] };
}

function readList(messages: readonly unknown[], state: SavedState): readonly InterpretedPart[] {
  const parts: InterpretedPart[] = [];
  readMessageList(messages, state, (message) => {
    parts.push({ ...readMessage(message, state), record: message });
  });
  return parts;
}

function readBy(
  rule: Rule<SavedState> | undefined,
  native: string,
  record: JsonObject,
  state: SavedState,
  ts: string | undefined,
): Read {
  state.ts = ts;
  const { disposition } = applyRule(rule, native, record, state);
  return { native, disposition };
}
