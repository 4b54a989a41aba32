import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { createEmitter, type Emitter } from '../interpret/emitter.js';
import type { InterpretedPart, Interpreter } from '../interpret/interpreter.js';
import { asText, listAt, nativeName, objectAt } from '../interpret/json-fields.js';
import { settleParts } from './saved/retried-parts.js';
import {
  createSavedState,
  endMessage,
  opencodeSavedRules,
  type SavedState,
} from './saved/saved-rules.js';

export { opencodeSavedRules } from './saved/saved-rules.js';

/**
 * Interprets what OpenCode keeps of a session: the document that `opencode export` prints, or its
 * pieces one by one, which are the facts of the session and then each message with its parts.
 */
export function createOpencodeSaved(): Interpreter {
  const emitter = createEmitter();
  const state = createSavedState(emitter);
  return {
    push(record) {
      const parts: InterpretedPart[] = [];
      const native = readRecord(record, { state, emitter, parts });
      const events = emitter.take();
      const [only] = parts;
      if (only !== undefined && parts.length === 1) return { ...only, events };
      return { native, disposition: 'mapped', events, parts };
    },
    flush() {
      state.turns.close();
      return emitter.take();
    },
  };
}

/** A record that is being read, and what became of the records in it so far. */
interface Reading {
  readonly state: SavedState;
  readonly emitter: Emitter;
  readonly parts: InterpretedPart[];
}

function readRecord(record: JsonObject, reading: Reading): string {
  const info = objectAt(record, 'info');
  if (info !== undefined && Array.isArray(record.messages)) {
    readBy('session', info, reading);
    for (const entry of entriesAt(record, 'messages')) {
      if (isMessage(entry)) readMessage(entry, reading);
      else readBy('message', entry, reading);
    }
    return 'export';
  }
  if (isMessage(record)) {
    readMessage(record, reading);
    return 'message';
  }
  const isSession = typeof record.id === 'string' && typeof record.directory === 'string';
  readBy(isSession ? 'session' : 'untyped', record, reading);
  return 'session';
}

function isMessage(record: JsonObject): boolean {
  return isJsonObject(record.info) && Array.isArray(record.parts);
}

function readMessage(message: JsonObject, reading: Reading): void {
  const role = asText(objectAt(message, 'info')?.role) ?? '';
  if (!readBy(`message/${role}`, message, reading)) return;
  const { settled, replaced } = settleParts(entriesAt(message, 'parts'));
  for (const part of settled) readBy(partName(part), part, reading);
  for (const part of replaced) {
    reading.parts.push({ native: partName(part), disposition: 'mapped', record: part });
  }
  endMessage(message, reading.state, reading.emitter);
}

function partName(part: JsonObject): string {
  return `part/${asText(part.type) ?? ''}`;
}

/** Reads a record by its rule. False where there is none, or where the rule can't read it. */
function readBy(name: string, record: JsonObject, { state, emitter, parts }: Reading): boolean {
  const rule = Object.hasOwn(opencodeSavedRules, name) ? opencodeSavedRules[name] : undefined;
  const disposition = rule?.read(record, state, emitter) ?? 'unknown';
  parts.push({ native: nativeName(name), disposition, record });
  return disposition !== 'unknown';
}

/** The entries of a list. One that is no object is counted, too: as something that nobody can read. */
export function entriesAt(record: JsonObject, key: string): readonly JsonObject[] {
  return listAt(record, key).map((entry) => (isJsonObject(entry) ? entry : { unreadable: entry }));
}
