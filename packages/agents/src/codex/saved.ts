import type { JsonObject } from '@dragoman/protocol';
import type { Interpreter } from '../interpret/interpreter.js';
import { objectAt, textAt } from '../interpret/json-fields.js';
import { type NamedRule, rulesByType } from './saved/saved-rules.js';
import { createSavedState } from './saved/saved-state.js';

export { codexSavedRules } from './saved/saved-rules.js';

/**
 * Reads the records of a session file of any version, and of several: the era is told by each record,
 * since a file goes on in the format of whichever version resumes it.
 */
export function createCodexSaved(): Interpreter {
  const state = createSavedState();

  return {
    push(record) {
      const { native, rule, payload } = recognise(record);
      state.ts = textAt(record, 'timestamp');
      if (rule === undefined) {
        return { native, carriage: 'unknown', events: state.queue.take() };
      }
      state.isBare = payload === record;
      state.isPaginated = record.ordinal !== undefined;
      rule.read(payload, state);
      return { native, carriage: rule.carriage, events: state.queue.take() };
    },
    flush() {
      state.turns.close(state.ts);
      return state.queue.take();
    },
  };
}

/** A record with the rule that reads it, or the name under which it is unknown. */
interface Recognised {
  readonly native: string;
  readonly rule: NamedRule['rule'] | undefined;
  /** What the rule reads: the part of the record that tells its sort. */
  readonly payload: JsonObject;
}

type Recognise = (payload: JsonObject) => Recognised;

/** Records that hold one of many sorts of thing, by their own type. */
const containers: ReadonlyMap<string, Recognise> = new Map<string, Recognise>([
  ['response_item', (payload) => byType(rulesByType.responseItem, 'response_item', payload)],
  ['event_msg', recogniseEvent],
]);

function recognise(record: JsonObject): Recognised {
  const type = textAt(record, 'type');
  if (type === undefined) return recogniseBare(record);
  const payload = objectAt(record, 'payload');
  if (payload === undefined) return byType(rulesByType.bare, 'bare', record);
  const container = containers.get(type);
  if (container !== undefined) return container(payload);
  const known = rulesByType.record.get(type);
  return { native: known?.native ?? shortened(type), rule: known?.rule, payload };
}

function recogniseEvent(payload: JsonObject): Recognised {
  if (payload.type !== 'item_completed') return byType(rulesByType.event, 'event_msg', payload);
  return byType(rulesByType.item, 'event_msg/item_completed', objectAt(payload, 'item') ?? {});
}

/** The lines of the first era that are no items have no type. */
function recogniseBare(record: JsonObject): Recognised {
  const known = rulesByType.bare.get(bareSortOf(record));
  return { native: known?.native ?? 'bare', rule: known?.rule, payload: record };
}

function bareSortOf(record: JsonObject): string {
  if ('record_type' in record) return 'record_type';
  const isHeader = [record.id, record.timestamp].every((field) => typeof field === 'string');
  return isHeader ? 'header' : '';
}

function byType(
  rules: ReadonlyMap<string, NamedRule>,
  prefix: string,
  payload: JsonObject,
): Recognised {
  const type = textAt(payload, 'type');
  const known = type === undefined ? undefined : rules.get(type);
  const native = known?.native ?? (type === undefined ? prefix : `${prefix}/${shortened(type)}`);
  return { native, rule: known?.rule, payload };
}

const LONGEST_NAME = 100;

/** Names are counted and shown, so one from a broken file must not be as long as the file. */
function shortened(type: string): string {
  return type.length > LONGEST_NAME ? `${type.slice(0, LONGEST_NAME)}…` : type;
}
