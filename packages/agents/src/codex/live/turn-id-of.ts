import type { JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';

/** The id of the turn that a record is about, as events have it. */
export function turnIdOf(record: JsonObject): { turn_id?: string } {
  const turnId = textAt(record, 'turn_id');
  return turnId === undefined ? {} : { turn_id: turnId };
}
