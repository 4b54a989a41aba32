import { dropForeignAnswers } from './drop-foreign-answers.js';
import { lineStart } from './line-start.js';
import type { OpenFile } from './open-file.js';
import type { PageMark } from './page-mark.js';
import type { Seeds } from './paging.js';
import { type PositionedRecord, readRecords } from './positioned-records.js';
import { reduceRecords } from './record-reducer.js';
import type { PagedFormat } from './session-format.js';

/** A stretch of a file that begins where nothing is left open. */
export interface Stretch {
  readonly from: number;
  readonly seeds: Seeds;
  readonly records: readonly PositionedRecord[];
  /** Where else nothing is left open, in order. */
  readonly quiet: readonly number[];
}

export interface StretchBounds {
  /** Where it ends. */
  readonly to: number;
  /** How far back it may begin. */
  readonly back: number;
  /** Begin anywhere when there is no good place so near. */
  readonly takeAny: boolean;
}

/** Undefined when there is no place to begin at so near, unless any is taken. */
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
 * The mark of a message of a stretch: counted from the last quiet point before it, so that whoever
 * goes on from there doesn't come through all that lies between.
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
