import { type DragomanEvent, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { InterpretedPart, Interpreter } from '../interpret/interpreter.js';
import { asText, objectAt, objectsAt } from '../interpret/json-fields.js';
import { nativeName } from '../interpret/native-name.js';
import { readByRule } from '../interpret/read-by-rule.js';
import type { Rules } from '../interpret/rule.js';
import { endOfMessage, messageRules } from './saved/message-rules.js';
import { partRules } from './saved/part-rules.js';
import { createSavedState, type SavedState } from './saved/saved-state.js';
import { settleAttempts } from './saved/settle-attempts.js';

/** How each thing that OpenCode keeps of a session is carried, by its native name. */
export const opencodeSavedRules: Rules<SavedState> = { ...messageRules, ...partRules };

/**
 * Reads what OpenCode keeps of a session: the document that `opencode export` prints, or its pieces
 * one by one, which are what is known of the session and then each message with its parts.
 */
export function createOpencodeSaved(): Interpreter {
  const state = createSavedState();
  return {
    push(record) {
      const reading: Reading = { state, parts: [], events: [] };
      const native = readRecord(record, reading);
      const { parts, events } = reading;
      const [only] = parts;
      if (only !== undefined && parts.length === 1) return { ...only, events };
      return { native, disposition: 'mapped', events, parts };
    },
    flush: () => state.turns.close(),
  };
}

/** What a record has become so far. */
interface Reading {
  readonly state: SavedState;
  readonly parts: InterpretedPart[];
  readonly events: DragomanEvent[];
}

function readRecord(record: JsonObject, reading: Reading): string {
  const info = objectAt(record, 'info');
  if (info !== undefined && Array.isArray(record.messages)) {
    readBy('session', info, reading);
    for (const message of objectsAt(record, 'messages')) {
      if (isMessage(message)) readMessage(message, reading);
      else note('message', message, reading);
    }
    return 'export';
  }
  if (isMessage(record)) {
    readMessage(record, reading);
    return 'message';
  }
  if (typeof record.id === 'string' && typeof record.directory === 'string') {
    readBy('session', record, reading);
  } else {
    note('untyped', record, reading);
  }
  return 'session';
}

function isMessage(record: JsonObject): boolean {
  return isJsonObject(record.info) && Array.isArray(record.parts);
}

function readMessage(message: JsonObject, reading: Reading): void {
  const role = asText(objectAt(message, 'info')?.role) ?? '';
  const native = `message/${role}`;
  if (!Object.hasOwn(messageRules, native)) {
    note(nativeName(native), message, reading);
    return;
  }
  readBy(native, message, reading);
  const { settled, saidAgain } = settleAttempts(objectsAt(message, 'parts'));
  for (const part of settled) readBy(partName(part), part, reading);
  for (const part of saidAgain) {
    reading.parts.push({ native: partName(part), disposition: 'mapped', record: part });
  }
  for (const event of endOfMessage(message, reading.state)) reading.events.push(event);
}

function partName(part: JsonObject): string {
  return `part/${asText(part.type) ?? ''}`;
}

function readBy(native: string, record: JsonObject, { state, parts, events }: Reading): void {
  const told = readByRule(opencodeSavedRules, native, record, state, nativeName(native));
  parts.push({ native: told.native, disposition: told.disposition, record });
  for (const event of told.events) events.push(event);
}

/** Something that no rule covers. */
function note(native: string, record: JsonObject, { parts }: Reading): void {
  parts.push({ native, disposition: 'unknown', record });
}
