import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { createEmitter } from '../interpret/emitter.js';
import type { Interpretation, Interpreter } from '../interpret/interpreter.js';
import { asText, nativeName } from '../interpret/json-fields.js';
import type { RecordRule } from '../interpret/record-rule.js';
import { codexSavedRules } from './saved/records.js';
import { createSavedState, type SavedState } from './saved/state.js';

export { codexSavedRules };

/**
 * Reads the records of a session file of any version, and of several: each record shows its era,
 * since a file continues in the format of whichever version resumes it.
 */
export function createCodexSaved(): Interpreter {
  const emitter = createEmitter();
  const state = createSavedState(emitter);
  return {
    push(record) {
      const part = typedPart(record);
      const known = ruleOf(record, part);
      emitter.ts = asText(record.timestamp);
      if (known === undefined) {
        const native = unknownName(record, part);
        return { native, disposition: 'unknown', events: emitter.take() };
      }
      state.isBare = part === record;
      state.isPaginated = record.ordinal !== undefined;
      const disposition = known.rule.read(part, state, emitter);
      const events = emitter.take();
      if (events.length === 0 && disposition === known.rule.disposition) return known.silent;
      return { native: known.native, disposition, events };
    },
    flush() {
      state.turns.close();
      return emitter.take();
    },
  };
}

/** A rule with the native name of what it reads. */
interface NamedRule {
  readonly native: string;
  readonly rule: RecordRule<SavedState>;
  /** The interpretation of a record that becomes nothing for now: the same for all of its sort. */
  readonly silent: Interpretation;
}

/** The rules by the part of the name that a record gives, so that names are put together only once. */
const RECORDS = rulesBelow('');
const RESPONSE_ITEMS = rulesBelow('response_item/');
const EVENTS = rulesBelow('event_msg/');
const ITEMS = rulesBelow('event_msg/item_completed/');
const BARE = rulesBelow('bare/');

function rulesBelow(prefix: string): ReadonlyMap<string, NamedRule> {
  return new Map(
    Object.entries(codexSavedRules).flatMap(([native, rule]) => {
      const type = native.slice(prefix.length);
      if (!native.startsWith(prefix) || type.includes('/')) return [];
      const silent = { native, disposition: rule.disposition, events: [] };
      return [[type, { native, rule, silent }]];
    }),
  );
}

/** The part of a record that has its type, which is what rules read: the record in the first era. */
function typedPart(record: JsonObject): JsonObject {
  const { type, payload } = record;
  if (typeof type !== 'string' || !isJsonObject(payload)) return record;
  if (type !== 'event_msg' || payload.type !== 'item_completed') return payload;
  return isJsonObject(payload.item) ? payload.item : {};
}

function ruleOf(record: JsonObject, part: JsonObject): NamedRule | undefined {
  if (part === record) return BARE.get(bareSortOf(record));
  const type = asText(part.type) ?? '';
  if (record.type === 'response_item') return RESPONSE_ITEMS.get(type);
  if (record.type !== 'event_msg') return RECORDS.get(asText(record.type) ?? '');
  return (part === record.payload ? EVENTS : ITEMS).get(type);
}

/** The lines of the first era that are no items have no type. */
function bareSortOf(record: JsonObject): string {
  if (typeof record.type === 'string') return record.type;
  if ('record_type' in record) return 'record_type';
  return typeof record.id === 'string' && typeof record.timestamp === 'string' ? 'header' : '';
}

/** The native name of a record that no rule reads. */
function unknownName(record: JsonObject, part: JsonObject): string {
  const type = asText(part.type);
  const name = type === undefined ? '' : `/${nativeName(type)}`;
  if (part === record) return `bare${name}`;
  if (record.type !== 'response_item' && record.type !== 'event_msg') {
    return nativeName(asText(record.type) ?? '');
  }
  return part === record.payload ? `${record.type}${name}` : `event_msg/item_completed${name}`;
}
