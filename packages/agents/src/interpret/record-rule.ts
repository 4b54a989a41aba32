import type { JsonObject } from '@dragoman/protocol';
import { createEmitter, type Emitter } from './emitter.js';
import type { Disposition, Interpreter } from './interpreter.js';
import { nativeName } from './json-fields.js';

/**
 * Reads one record, emits its events and says what became of it. `unknown`: the record isn't what its
 * name says. A rule that can't read its record emits nothing.
 */
export type ReadRecord<State> = (record: JsonObject, state: State, emitter: Emitter) => Disposition;

/** How one sort of native record is read. */
export interface RecordRule<State> {
  /** What the coverage page says: the events it becomes, or why it becomes none. */
  readonly becomes: string;
  /** What a record of this sort is, if it can be read. */
  readonly disposition: 'mapped' | 'metadata';
  readonly read: ReadRecord<State>;
}

/** Rules by the native name of what they read. */
export type RecordRules<State> = Readonly<Record<string, RecordRule<State>>>;

/** A rule for records whose content goes into events. */
export function mapped<State>(becomes: string, read: ReadRecord<State>): RecordRule<State> {
  return { becomes, disposition: 'mapped', read };
}

/** A rule for records that are understood and hold nothing of the conversation. */
export function metadata(becomes: string): RecordRule<unknown> {
  return { becomes, disposition: 'metadata', read: () => 'metadata' };
}

/** One rule for all of these names. */
export function each<State>(rule: RecordRule<State>, names: readonly string[]): RecordRules<State> {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** Rules under the whole name of what they read: `system/init` instead of `init`. */
export function prefixed<State>(prefix: string, rules: RecordRules<State>): RecordRules<State> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [`${prefix}/${name}`, rule]),
  );
}

/** How a table of rules is applied to records. */
export interface RuleReading<State> {
  readonly rules: RecordRules<State>;
  /** What the table calls a record. */
  readonly nameOf: (record: JsonObject) => string;
  /** When a record was written, in ISO 8601. Its events get this time. */
  readonly timeOf?: (record: JsonObject) => string | undefined;
  /** Makes the state of a new interpreter. */
  readonly createState: (emitter: Emitter) => State;
  /** Emits what is left to say at the end of the records. */
  readonly end?: (state: State, emitter: Emitter) => void;
}

/** An interpreter that reads each record by the rule for its name. A record without a rule is unknown. */
export function createRuleInterpreter<State>(reading: RuleReading<State>): Interpreter {
  const { rules, nameOf, timeOf, createState, end } = reading;
  const emitter = createEmitter();
  const state = createState(emitter);
  return {
    push(record) {
      const name = nameOf(record);
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      emitter.ts = timeOf?.(record);
      const disposition = rule?.read(record, state, emitter) ?? 'unknown';
      return { native: nativeName(name), disposition, events: emitter.take() };
    },
    flush() {
      end?.(state, emitter);
      emitter.decideAll();
      return emitter.take();
    },
  };
}
