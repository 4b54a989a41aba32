import type { JsonObject } from '@dragoman/protocol';
import type { PageMark } from './load-page.js';
import type { OpenFile } from './open-file.js';
import { type PositionedRecord, readRecords } from './positioned-records.js';
import { reduceRecords } from './record-reducer.js';
import { findLastRecord, lineStart } from './search-file.js';
import type { PagedFormat, Paging, Seeds } from './session-format.js';

const MEBIBYTE = 1024 * 1024;
const CALL_WITHIN = 16 * MEBIBYTE;
/** More of them are not the answers of commands that ran on, but those of a file without calls. */
const MOST_SOUGHT = 16;

/** A stretch of a file that begins where nothing is left open. */
export interface Stretch {
  readonly from: number;
  readonly seeds: Seeds;
  readonly records: readonly PositionedRecord[];
  /** Where else nothing is left open, in order. */
  readonly quiet: readonly number[];
}

interface StretchBounds {
  /** Where it ends. */
  readonly to: number;
  /** How far back it may begin. */
  readonly back: number;
  /** Begin anywhere when there is no quiet point so near. */
  readonly takeAny: boolean;
}

/** Undefined when there is no quiet point so near, unless any position is taken. */
export async function readStretch(
  file: OpenFile,
  { paging }: PagedFormat,
  head: PositionedRecord | undefined,
  { to, back, takeAny }: StretchBounds,
): Promise<Stretch | undefined> {
  const from = to <= back ? 0 : await lineStart(file, to - back);
  const records = await readRecords(file, from, to);
  const points = paging.quietPoints(records);
  const first = from === 0 ? 0 : (points.at(0) ?? (takeAny ? 0 : undefined));
  if (first === undefined) return undefined;
  const start = from === 0 ? 0 : (records[first]?.at ?? from);
  return {
    from: start,
    seeds: await paging.readSeeds(file, head, start),
    records: await dropForeignAnswers(file, paging, records.slice(first)),
    quiet: points.flatMap((point) => records[point]?.at ?? []),
  };
}

/**
 * The mark of a message of a stretch: counted from the last quiet point before it, so that reading
 * on from there doesn't take reading all that lies between.
 */
export function markIn(
  format: PagedFormat,
  { from, seeds, records, quiet }: Stretch,
  message: number,
): PageMark {
  const messagesBefore = (at: number): number => {
    const before = records.filter((record) => record.at < at);
    return reduceRecords(format, seeds, before).transcript.messages.length;
  };
  let mark: PageMark = { at: from, index: message };
  let low = 0;
  let high = quiet.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = quiet[middle] ?? from;
    const index = message - messagesBefore(at);
    if (index < 0) high = middle;
    else {
      mark = { at, index };
      low = middle + 1;
    }
  }
  return mark;
}

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
