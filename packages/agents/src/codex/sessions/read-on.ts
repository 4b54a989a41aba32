import { holdsAny } from '../../sessions/holds-any.js';
import { lineStart } from '../../sessions/line-start.js';
import type { OpenFile } from '../../sessions/open-file.js';
import type { PageMark } from '../../sessions/page-mark.js';
import { pageOf } from '../../sessions/page-of.js';
import { type PlacedRecord, readRecords } from '../../sessions/placed-records.js';
import { dropForeignAnswers } from './drop-foreign-answers.js';
import { quietPoints } from './quiet-points.js';
import { recordKind } from './record-kind.js';
import { type ReducedRecords, reduceRecords } from './record-reducer.js';
import { callIdOf, recordRoles } from './record-roles.js';
import type { Stretch } from './stretch.js';

/** How far is looked, in bytes. */
export interface PageReach {
  /** Back from the end of the page, and on from it, at first; then four times as far, and so on. */
  readonly first: number;
  /** Back for a place to begin at, and on for the answers of calls. */
  readonly most: number;
}

export const GROWTH = 4;

/** Which messages, of a stretch and what follows it, make a page. */
export interface PagePlace {
  readonly end: PageMark;
  readonly first: number;
  readonly count: number;
}

/** To look for more of them takes longer than to read on. */
const MOST_SOUGHT = 16;
/** The call that tells the end of a command that went on running when it was answered. */
const LOOKS_AFTER = '"write_stdin"';

/**
 * Reads on behind the end of a stretch, for the messages of the page that begin there and for the
 * answers of its calls.
 */
export async function readOn(
  file: OpenFile,
  { seeds, records }: Stretch,
  own: ReducedRecords,
  { end, first, count }: PagePlace,
  reach: PageReach,
): Promise<ReducedRecords> {
  let read = own;
  let known = records;
  let settledAt = end.at;

  /** Whether anything that belongs to the page can lie further on. */
  const mayGoOn = async (): Promise<boolean> => {
    if (settledAt >= file.bytes) return false;
    if (read.transcript.messages.length < count) return true;
    const bounds = { first, count, isEarliest: true, isLatest: true };
    const { unanswered } = pageOf(read.transcript, bounds);
    if (unanswered.length === 0) return false;
    if (unanswered.length > MOST_SOUGHT) return true;
    const answers = unanswered.map((id) => JSON.stringify(id));
    if (isAnyRunning(unanswered, known)) answers.push(LOOKS_AFTER);
    return holdsAny(file, answers, settledAt, end.at + reach.most);
  };

  for (let on = reach.first; await mayGoOn(); on *= GROWTH) {
    const isAll = end.at + on >= file.bytes;
    const to = isAll ? file.bytes : await lineStart(file, end.at + on);
    const following = to <= end.at ? [] : await readRecords(file, end.at, to);
    const settled = isAll ? following.length : (quietPoints(following).at(-1) ?? 0);
    known = await dropForeignAnswers(file, [...records, ...following.slice(0, settled)]);
    read = reduceRecords(seeds, known);
    settledAt = following[settled]?.at ?? (isAll ? file.bytes : end.at);
    if (on >= reach.most && read.transcript.messages.length >= count) break;
  }
  return read;
}

/** A call that was answered and still has no result is a command that went on running. */
function isAnyRunning(calls: readonly string[], records: readonly PlacedRecord[]): boolean {
  return records.some(
    ({ record }) =>
      record !== undefined &&
      recordRoles.output.has(recordKind(record)) &&
      calls.includes(callIdOf(record) ?? ''),
  );
}
