import { holdsAny } from '../../sessions/holds-any.js';
import { lineStart } from '../../sessions/line-start.js';
import type { OpenFile } from '../../sessions/open-file.js';
import type { PageMark } from '../../sessions/page-mark.js';
import { pageOf } from '../../sessions/page-of.js';
import { readRecords } from '../../sessions/placed-records.js';
import { dropForeignAnswers } from './drop-foreign-answers.js';
import { quietPoints } from './quiet-points.js';
import { type ReducedRecords, reduceRecords } from './record-reducer.js';
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
/** A command that went on running may be answered by what is typed into it. */
const ANSWERS_ANOTHER = '"write_stdin"';

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
  /** Whether anything that belongs to the page can lie behind a position. */
  const mayGoOn = async ({ transcript }: ReducedRecords, at: number): Promise<boolean> => {
    if (at >= file.bytes) return false;
    if (transcript.messages.length < count) return true;
    const bounds = { first, count, isEarliest: true, isLatest: true };
    const { unanswered } = pageOf(transcript, bounds);
    if (unanswered.length === 0) return false;
    if (unanswered.length > MOST_SOUGHT) return true;
    const answers = [ANSWERS_ANOTHER, ...unanswered.map((id) => JSON.stringify(id))];
    return holdsAny(file, answers, at, end.at + reach.most);
  };

  let read = own;
  let settledAt = end.at;
  for (let on = reach.first; await mayGoOn(read, settledAt); on *= GROWTH) {
    const isAll = end.at + on >= file.bytes;
    const to = isAll ? file.bytes : await lineStart(file, end.at + on);
    const following = to <= end.at ? [] : await readRecords(file, end.at, to);
    const settled = isAll ? following.length : (quietPoints(following).at(-1) ?? 0);
    const all = [...records, ...following.slice(0, settled)];
    read = reduceRecords(seeds, await dropForeignAnswers(file, all));
    settledAt = following[settled]?.at ?? (isAll ? file.bytes : end.at);
    if (on >= reach.most && read.transcript.messages.length >= count) break;
  }
  return read;
}
