import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from './emitter.js';
import type { Disposition } from './interpreter.js';

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
