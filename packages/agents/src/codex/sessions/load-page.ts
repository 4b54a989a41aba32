import { DragomanError } from '@dragoman/protocol';
import type { OpenFile } from '../../sessions/open-file.js';
import { readMark, writeMark } from '../../sessions/page-mark.js';
import { pageOf } from '../../sessions/page-of.js';
import { recordAt } from '../../sessions/placed-records.js';
import { notesOf } from '../../sessions/session-notes.js';
import type { LoadedSession } from '../../sessions/session-store.js';
import { GROWTH, type PageReach, readOn } from './read-on.js';
import { reduceRecords } from './record-reducer.js';
import { markIn, readStretch } from './stretch.js';

export interface PageOptions {
  readonly last: number;
  readonly before?: string | undefined;
}

const REACH: PageReach = { first: 256 * 1024, most: 32 * 1024 * 1024 };

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
  // All of the page may lie behind the place that its end is counted from.
  const isBehind = !isBare && end.index >= last;
  for (let back = isBare ? reach.most : reach.first; ; back *= GROWTH) {
    const stretch = await readStretch(file, head, {
      to: end.at,
      back: isBehind ? 0 : back,
      takeAny: isBehind || back >= reach.most,
    });
    if (stretch === undefined) continue;
    const own = reduceRecords(stretch.seeds, stretch.records);
    const isWhole = stretch.from === 0;
    const count = own.transcript.messages.length + end.index;
    if (!isWhole && count < last) continue;
    const first = Math.max(0, count - last);
    const read = await readOn(file, stretch, own, { end, first, count }, reach);
    const { transcript, stats } = read;
    const isEarliest = isWhole && first === 0;
    const start = isBare ? { at: stretch.from, index: first } : markIn(stretch, first);
    return {
      ...pageOf(transcript, { first, count, isEarliest, isLatest: end.at >= file.bytes }),
      path: file.path,
      stats,
      notes: notesOf(stats),
      ...(!isEarliest && { earlier: writeMark(start) }),
    };
  }
}
