import type { JsonObject } from '@dragoman/protocol';
import { findLastRecord } from '../../sessions/find-last-record.js';
import type { OpenFile } from '../../sessions/open-file.js';
import type { PlacedRecord } from '../../sessions/placed-records.js';
import { recordKind } from './record-kind.js';
import { callIdOf, recordRoles, SCRIPTED_CALL } from './record-roles.js';

const MEBIBYTE = 1024 * 1024;
const CALL_WITHIN = 16 * MEBIBYTE;
/** More of them are not the answers of commands that ran on, but those of a file without calls. */
const MOST_SOUGHT = 16;

/**
 * Leaves out of a stretch of a file what answers calls that were made before it: a command that ran
 * on, or was killed with the turn. Its message is the call's, on an earlier page. An answer without
 * any call stays.
 */
export async function dropForeignAnswers(
  file: OpenFile,
  records: readonly PlacedRecord[],
): Promise<readonly PlacedRecord[]> {
  const start = records[0]?.at ?? 0;
  const suspects = callsNotIn(records).slice(0, MOST_SOUGHT);
  if (start === 0 || suspects.length === 0) return records;
  const foreign = new Set<string>();
  for (const id of suspects) {
    const holds = JSON.stringify(id);
    const is = (record: JsonObject) => madeIdOf(record) === id;
    const call = await findLastRecord(file, start, { holds, is, within: CALL_WITHIN });
    if (call !== undefined) foreign.add(id);
  }
  return records.filter(
    ({ record }) => record === undefined || !foreign.has(answeredIdOf(record) ?? ''),
  );
}

/** The ids of calls that are answered here and made elsewhere. */
function callsNotIn(records: readonly PlacedRecord[]): string[] {
  const made = new Set<string>();
  const others = new Set<string>();
  for (const { record } of records) {
    if (record === undefined) continue;
    const call = madeIdOf(record);
    if (call !== undefined) made.add(call);
    const answered = answeredIdOf(record);
    if (answered !== undefined && !made.has(answered)) others.add(answered);
  }
  return [...others].filter((id) => !id.startsWith(SCRIPTED_CALL));
}

function madeIdOf(record: JsonObject): string | undefined {
  return recordRoles.call.has(recordKind(record)) ? callIdOf(record) : undefined;
}

function answeredIdOf(record: JsonObject): string | undefined {
  const kind = recordKind(record);
  const isAnswer = recordRoles.output.has(kind) || recordRoles.finding.has(kind);
  return isAnswer ? callIdOf(record) : undefined;
}
