import type { OpenFile } from './open-file.js';
import { readMark, writeMark } from './page-mark.js';
import { pageOf } from './page-of.js';
import { recordAt } from './positioned-records.js';
import { GROWTH, type PageReach, readOn } from './read-on.js';
import { reduceRecords } from './record-reducer.js';
import type { PagedFormat } from './session-format.js';
import type { LoadedSession } from './session-store.js';
import { markIn, readStretch } from './stretch.js';

export interface PageOptions {
  readonly last: number;
  readonly before?: string | undefined;
}

/** A session, or a part of it, without what is told of its file. */
export type LoadedPage = Omit<LoadedSession, 'path' | 'notes'>;

const REACH: PageReach = { first: 256 * 1024, most: 32 * 1024 * 1024 };

/** The messages before a mark, as many as asked for, from no more of the file than they take. */
export async function loadPage(
  file: OpenFile,
  format: PagedFormat,
  { last, before }: PageOptions,
  reach: PageReach = REACH,
): Promise<LoadedPage> {
  const mark = before === undefined ? { at: file.bytes, index: 0 } : readMark(before);
  const end = { ...mark, at: Math.min(mark.at, file.bytes) };
  const head = await recordAt(file, 0);
  const needsAll = head?.record !== undefined && format.paging.needsAll(head.record);
  // All of the page may lie behind the place that its end is counted from.
  const isBehind = !needsAll && end.index >= last;
  for (let back = needsAll ? reach.most : reach.first; ; back *= GROWTH) {
    const stretch = await readStretch(file, format, head, {
      to: end.at,
      back: isBehind ? 0 : back,
      takeAny: isBehind || back >= reach.most,
    });
    if (stretch === undefined) continue;
    const own = reduceRecords(format, stretch.seeds, stretch.records);
    const isWhole = stretch.from === 0;
    const count = own.transcript.messages.length + end.index;
    if (!isWhole && count < last) continue;
    const first = Math.max(0, count - last);
    const read = await readOn(file, format, stretch, own, { end, first, count }, reach);
    const { transcript, stats } = read;
    const isEarliest = isWhole && first === 0;
    const start = needsAll ? { at: stretch.from, index: first } : markIn(format, stretch, first);
    return {
      ...pageOf(transcript, { first, count, isEarliest, isLatest: end.at >= file.bytes }),
      stats,
      ...(!isEarliest && { earlier: writeMark(start) }),
    };
  }
}
