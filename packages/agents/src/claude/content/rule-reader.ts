import type { JsonObject } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import type { Disposition } from '../../interpret/interpreter.js';
import { nativeName } from '../../interpret/json-fields.js';
import type { RecordRule, RecordRules } from '../../interpret/record-rule.js';

/** The name a record is counted under, and what became of it. */
export interface Reading {
  readonly native: string;
  readonly disposition: Disposition;
}

/** Reads a record by the rule for its sort. The sort is whatever the record says it is. */
type RuleReader<State> = (
  sort: unknown,
  record: JsonObject,
  state: State,
  emitter: Emitter,
) => Reading;

interface NamedRule<State> {
  readonly rule: RecordRule<State>;
  /** Made once: there are as many readings as records. */
  readonly readings: Readonly<Record<Disposition, Reading>>;
}

/**
 * Reads the records of one type by a table of rules for its sorts: `system` by subtype, for example.
 * Without a type, the sort is the name.
 */
export function createRuleReader<State>(
  type: string,
  rules: RecordRules<State>,
): RuleReader<State> {
  const named = new Map<unknown, NamedRule<State>>(
    Object.entries(rules).map(([sort, rule]) => [sort, { rule, readings: readingsOf(type, sort) }]),
  );
  return (sort, record, state, emitter) => {
    const known = named.get(sort);
    return known === undefined
      ? unknownReading(type, sort)
      : known.readings[known.rule.read(record, state, emitter)];
  };
}

/** A record that no rule reads. */
export function unknownReading(type: string, sort?: unknown): Reading {
  return { native: nameOf(type, typeof sort === 'string' ? sort : ''), disposition: 'unknown' };
}

/** The readings of a record for which there is a rule. */
export function readingsOf(type: string, sort: string): Readonly<Record<Disposition, Reading>> {
  const native = nameOf(type, sort);
  return {
    mapped: { native, disposition: 'mapped' },
    metadata: { native, disposition: 'metadata' },
    unknown: { native, disposition: 'unknown' },
  };
}

function nameOf(type: string, sort: string): string {
  const name = type === '' || sort === '' ? type + sort : `${type}/${sort}`;
  return nativeName(name) || 'untyped';
}
