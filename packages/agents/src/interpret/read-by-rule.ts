import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import type { Interpretation } from './interpreter.js';
import type { Rule, Rules } from './rule.js';

const NONE: readonly DragomanEvent[] = [];

/**
 * Reads a record by the rule that a table has for it.
 *
 * @param name what the table calls it; may be any word.
 * @param native what it is called in the counts, when that differs.
 */
export function readByRule<State>(
  rules: Rules<State>,
  name: string,
  record: JsonObject,
  state: State,
  native: string = name,
): Interpretation {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return applyRule(rule, native, record, state);
}

/** Reads a record by a rule. Unknown is what has none, or isn't what its rule expects. */
export function applyRule<State>(
  rule: Rule<State> | undefined,
  native: string,
  record: JsonObject,
  state: State,
): Interpretation {
  const events = rule?.read(record, state);
  return rule === undefined || events === undefined
    ? { native, disposition: 'unknown', events: NONE }
    : { native, disposition: rule.disposition, events };
}
