import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText } from '../interpret/json-fields.js';
import { nativeName } from '../interpret/native-name.js';
import { type NamedRule, rulesByType } from './saved/saved-rules.js';
import { createSavedState } from './saved/saved-state.js';
import { createSkim } from './saved/skim.js';

export { codexSavedRules } from './saved/saved-rules.js';

/**
 * Reads the records of a session file of any version, and of several: the era is told by each record,
 * since a file goes on in the format of whichever version resumes it.
 */
export function createCodexSaved(): Interpreter {
  const state = createSavedState();

  const interpreter: Interpreter = {
    push(record) {
      const part = emittingPart(record);
      const known = ruleOf(record, part);
      state.ts = asText(record.timestamp);
      if (known === undefined) {
        const native = unknownName(record, part);
        return { native, disposition: 'unknown', events: state.queue.take() };
      }
      state.isBare = part === record;
      state.isPaginated = record.ordinal !== undefined;
      known.rule.read(part, state);
      const events = state.queue.take();
      if (events.length === 0) return known.silent;
      return { native: known.native, disposition: known.rule.disposition, events };
    },
    flush() {
      state.turns.close(state.ts);
      return state.queue.take();
    },
    skim: createSkim(state, (record) => interpreter.push(record)),
  };
  return interpreter;
}

/** The part of a record that tells its sort, which is what rules read: the record itself in the first era. */
function emittingPart(record: JsonObject): JsonObject {
  const { type, payload } = record;
  if (typeof type !== 'string' || !isJsonObject(payload)) return record;
  if (type !== 'event_msg' || payload.type !== 'item_completed') return payload;
  return isJsonObject(payload.item) ? payload.item : {};
}

function ruleOf(record: JsonObject, part: JsonObject): NamedRule | undefined {
  if (part === record) return rulesByType.bare.get(bareSortOf(record));
  const type = asText(part.type) ?? '';
  if (record.type === 'response_item') return rulesByType.responseItem.get(type);
  if (record.type !== 'event_msg') return rulesByType.record.get(asText(record.type) ?? '');
  return (part === record.payload ? rulesByType.event : rulesByType.item).get(type);
}

/** The lines of the first era that are no items have no type. */
function bareSortOf(record: JsonObject): string {
  if (typeof record.type === 'string') return record.type;
  if ('record_type' in record) return 'record_type';
  return typeof record.id === 'string' && typeof record.timestamp === 'string' ? 'header' : '';
}

/** What a record is called that no rule reads. */
function unknownName(record: JsonObject, part: JsonObject): string {
  const type = asText(part.type);
  const name = type === undefined ? '' : `/${nativeName(type)}`;
  if (part === record) return `bare${name}`;
  if (record.type !== 'response_item' && record.type !== 'event_msg') {
    return nativeName(asText(record.type) ?? '');
  }
  return part === record.payload ? `${record.type}${name}` : `event_msg/item_completed${name}`;
}
