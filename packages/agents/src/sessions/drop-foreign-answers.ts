import type { JsonObject } from '@dragoman/protocol';
import { findLastRecord } from './find-last-record.js';
import type { OpenFile } from './open-file.js';
import type { Paging } from './paging.js';
import type { PositionedRecord } from './positioned-records.js';

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
  paging: Paging,
  records: readonly PositionedRecord[],
): Promise<readonly PositionedRecord[]> {
  const start = records[0]?.at ?? 0;
  const suspects = callsNotIn(records, paging).slice(0, MOST_SOUGHT);
  if (start === 0 || suspects.length === 0) return records;
  const foreign = new Set<string>();
  for (const id of suspects) {
    const holds = JSON.stringify(id);
    const is = (record: JsonObject) => paging.callsIn(record).includes(id);
    const call = await findLastRecord(file, start, { holds, is, within: CALL_WITHIN });
    if (call !== undefined) foreign.add(id);
  }
  const isForeign = (answers: readonly string[]) =>
    answers.length > 0 && answers.every((id) => foreign.has(id));
  return records.filter(
    ({ record }) => record === undefined || !isForeign(paging.answersIn(record)),
  );
}

/** The ids of calls that are answered here and made elsewhere. */
function callsNotIn(
  records: readonly PositionedRecord[],
  { callsIn, answersIn }: Paging,
): string[] {
  const made = new Set<string>();
  const others = new Set<string>();
  for (const { record } of records) {
    if (record === undefined) continue;
    for (const call of callsIn(record)) made.add(call);
    for (const answered of answersIn(record)) if (!made.has(answered)) others.add(answered);
  }
  return [...others];
}
