import type { JsonObject } from '@dragoman/protocol';
import type { Interpretation } from '../../interpret/interpreter.js';
import { asText } from '../../interpret/json-fields.js';
import { nativeName } from '../../interpret/native-name.js';
import { readByRule } from '../../interpret/read-by-rule.js';
import type { Rules } from '../../interpret/rule.js';

/**
 * Reads one sort of thing by the rule for it.
 *
 * @param type what it is a sort of; empty for what has a type and nothing more.
 * @param said what the record says of which sort it is.
 */
export function readSort<State>(
  rules: Rules<State>,
  type: string,
  said: unknown,
  record: JsonObject,
  state: State,
): Interpretation {
  const sort = asText(said) ?? '';
  const name = type === '' || sort === '' ? type + sort : `${type}/${sort}`;
  return readByRule(rules, sort, record, state, nativeName(name) || 'untyped');
}
