import { DragomanError } from '@dragoman/protocol';
import { lineStart } from '../../sessions/line-start.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { type PlacedRecord, readRecords, recordAt } from '../../sessions/placed-records.js';
import { notesOf } from '../../sessions/session-notes.js';
import type { LoadedSession } from '../../sessions/session-store.js';
import { dropForeignAnswers } from './drop-foreign-answers.js';
import { type PageMark, readMark, writeMark } from './page-mark.js';
import { pageOf } from './page-of.js';
import { quietPoints } from './quiet-points.js';
import { readSeeds, type Seeds } from './read-seeds.js';
import { type ReducedRecords, reduceRecords } from './record-reducer.js';

export interface PageOptions {
  readonly last: number;
  readonly before?: string | undefined;
}

/** How far is looked, in bytes. */
export interface PageReach {
  /** Back from the end of the page at first; then four times as far, and so on. */
  readonly first: number;
  /** Back for a place to begin at, and on for the answers of calls. */
  readonly most: number;
}

const REACH: PageReach = { first: 256 * 1024, most: 32 * 1024 * 1024 };
const GROWTH = 4;

/** A stretch of the file that begins where nothing is left open. */
interface Stretch {
  readonly from: number;
  readonly seeds: Seeds;
  readonly records: readonly PlacedRecord[];
}

/** The messages before a mark, as many as asked for, from no more of the file than they take. */
export async function loadPage(
  file: OpenFile,
  { last, before }: PageOptions,
  reach: PageReach = REACH,
): Promise<LoadedSession> {
  if (!Number.isInteger(last) || last < 1) {
    throw new DragomanError('invalid_option', `last must be a whole number from 1, not ${last}.`);
  }
  const mark = before === undefined ? { at: file.bytes, index: 0 } : readMark(before);
  const end = { ...mark, at: Math.min(mark.at, file.bytes) };
  const head = await recordAt(file, 0);
  // Records of the first era have no time, so that ids depend on what came before: all of it is read.
  const isBare = head?.record !== undefined && head.record.payload === undefined;
  for (let back = isBare ? reach.most : reach.first; ; back *= GROWTH) {
    const stretch = await readStretch(file, head, end.at, back, back >= reach.most);
    if (stretch === undefined) continue;
    const own = reduceRecords(stretch.seeds, stretch.records);
    const isWhole = stretch.from === 0;
    const count = own.transcript.messages.length + end.index;
    if (!isWhole && count < last) continue;
    const first = Math.max(0, count - last);
    const read = await readOn(file, stretch, own, { end, first, count }, reach);
    const { transcript, stats } = read;
    const isEarliest = isWhole && first === 0;
    return {
      ...pageOf(transcript, { first, count, isEarliest, isLatest: end.at >= file.bytes }),
      path: file.path,
      stats,
      notes: notesOf(stats),
      ...(!isEarliest && { earlier: writeMark({ at: stretch.from, index: first }) }),
    };
  }
}

/** Undefined when there is no place to begin at so near, unless any is taken. */
async function readStretch(
  file: OpenFile,
  head: PlacedRecord | undefined,
  to: number,
  back: number,
  takeAny: boolean,
): Promise<Stretch | undefined> {
  const from = to <= back ? 0 : await lineStart(file, to - back);
  const records = await readRecords(file, from, to);
  const quiet = from === 0 ? 0 : (quietPoints(records).at(0) ?? (takeAny ? 0 : undefined));
  if (quiet === undefined) return undefined;
  const start = from === 0 ? 0 : (records[quiet]?.at ?? from);
  return {
    from: start,
    seeds: await readSeeds(file, head, start),
    records: await dropForeignAnswers(file, records.slice(quiet)),
  };
}

interface Page {
  readonly end: PageMark;
  readonly first: number;
  readonly count: number;
}

/**
 * Reads on behind the end of the stretch, for the messages of the page that begin there and for the
 * answers of its calls.
 */
async function readOn(
  file: OpenFile,
  { seeds, records }: Stretch,
  own: ReducedRecords,
  { end, first, count }: Page,
  reach: PageReach,
): Promise<ReducedRecords> {
  const isComplete = ({ transcript }: ReducedRecords): boolean =>
    transcript.messages.length >= count &&
    pageOf(transcript, { first, count, isEarliest: true, isLatest: true }).unanswered.length === 0;

  let read = own;
  for (let on = reach.first; !isComplete(read) && end.at < file.bytes; on *= GROWTH) {
    const isAll = end.at + on >= file.bytes;
    const to = isAll ? file.bytes : await lineStart(file, end.at + on);
    const following = to <= end.at ? [] : await readRecords(file, end.at, to);
    const settled = isAll ? following.length : (quietPoints(following).at(-1) ?? 0);
    read = reduceRecords(seeds, records, following.slice(0, settled));
    if (isAll || (on >= reach.most && read.transcript.messages.length >= count)) break;
  }
  return read;
}
