import { dropForeignAnswers } from './drop-foreign-answers.js';
import { holdsAny } from './holds-any.js';
import { lineStart } from './line-start.js';
import type { OpenFile } from './open-file.js';
import type { PageMark } from './page-mark.js';
import { pageOf } from './page-of.js';
import { readRecords } from './positioned-records.js';
import { type ReducedRecords, reduceRecords } from './record-reducer.js';
import type { PagedFormat } from './session-format.js';
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
export interface PagePosition {
  readonly end: PageMark;
  readonly first: number;
  readonly count: number;
}

/** To look for more of them takes longer than to read on. */
const MOST_SOUGHT = 16;

/**
 * Reads on behind the end of a stretch, for the messages of the page that begin there and for the
 * answers of its calls.
 */
export async function readOn(
  file: OpenFile,
  format: PagedFormat,
  { seeds, records }: Stretch,
  own: ReducedRecords,
  { end, first, count }: PagePosition,
  reach: PageReach,
): Promise<ReducedRecords> {
  const { paging } = format;
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
    const answers = paging.answerMarks(unanswered, known);
    return holdsAny(file, answers, settledAt, end.at + reach.most);
  };

  for (let on = reach.first; await mayGoOn(); on *= GROWTH) {
    const isAll = end.at + on >= file.bytes;
    const to = isAll ? file.bytes : await lineStart(file, end.at + on);
    const following = to <= end.at ? [] : await readRecords(file, end.at, to);
    const settled = isAll ? following.length : (paging.quietPoints(following).at(-1) ?? 0);
    known = await dropForeignAnswers(file, paging, [...records, ...following.slice(0, settled)]);
    read = reduceRecords(format, seeds, known);
    settledAt = following[settled]?.at ?? (isAll ? file.bytes : end.at);
    if (on >= reach.most && read.transcript.messages.length >= count) break;
  }
  return read;
}
