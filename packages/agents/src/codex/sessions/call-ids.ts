import type { JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { isMadeByScript } from '../saved/script.js';
import { recordKind } from './record-kind.js';
import { recordRoles } from './record-roles.js';

const NONE: readonly string[] = [];

/** The id of the call that a call, an output or a finding is about. */
export function callIdOf(record: JsonObject): string | undefined {
  const payload = objectAt(record, 'payload') ?? record;
  const about = objectAt(payload, 'item') ?? payload;
  return textAt(about, 'call_id') ?? textAt(about, 'id');
}

/** The call that a record makes, if it makes one. */
export function callsIn(record: JsonObject): readonly string[] {
  const id = recordRoles.call.has(recordKind(record)) ? callIdOf(record) : undefined;
  return id === undefined ? NONE : [id];
}

/** The call that a record answers. A call that a script made has no record but its findings. */
export function answersIn(record: JsonObject): readonly string[] {
  const kind = recordKind(record);
  const isAnswer = recordRoles.output.has(kind) || recordRoles.finding.has(kind);
  const id = isAnswer ? callIdOf(record) : undefined;
  return id === undefined || isMadeByScript(id) ? NONE : [id];
}
