import { DragomanError, type Transcript, type UnifiedMessage } from '@dragoman/protocol';
import type { OpenFile } from './open-file.js';
import { readRecords, recordAt } from './positioned-records.js';
import { type ReducedRecords, reduceRecords } from './record-reducer.js';
import { holdsAny, lineStart } from './search-file.js';
import type { PagedFormat } from './session-format.js';
import type { LoadedSession } from './session-store.js';
import { dropForeignAnswers, markIn, readStretch, type Stretch } from './stretch.js';

const REACH: PageReach = { first: 256 * 1024, most: 32 * 1024 * 1024 };
const GROWTH = 4;
/** Looking for more of them takes longer than reading on. */
const MOST_SOUGHT = 16;
const FORM = /^(\d{1,15}):(\d{1,15})$/;

interface PageOptions {
  readonly last: number;
  readonly before?: string | undefined;
}

/** A session, or a part of it, without what is known of its file. */
export type LoadedPage = Omit<LoadedSession, 'path' | 'notes'>;

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
  // All of the page may lie behind the position that its end is counted from.
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

/** How far is looked, in bytes. */
export interface PageReach {
  /** Back from the end of the page, and on from it, at first; then four times as far, and so on. */
  readonly first: number;
  /** Back for a position to begin at, and on for the answers of calls. */
  readonly most: number;
}

/** Which messages, of a stretch and what follows it, make a page. */
interface PagePosition {
  readonly end: PageMark;
  readonly first: number;
  readonly count: number;
}

/**
 * Reads on behind the end of a stretch, for the messages of the page that begin there and for the
 * answers of its calls.
 */
async function readOn(
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

/** Where a page begins: at the message of this index among those that begin at a quiet point. */
export interface PageMark {
  readonly at: number;
  readonly index: number;
}

/** The mark as text, opaque to callers. */
export function writeMark({ at, index }: PageMark): string {
  return `${at}:${index}`;
}

export function readMark(before: string): PageMark {
  const [, at, index] = FORM.exec(before) ?? [];
  if (at !== undefined && index !== undefined) return { at: Number(at), index: Number(index) };
  throw new DragomanError(
    'invalid_option',
    `before must be the "earlier" of a page, not ${JSON.stringify(before.slice(0, 60))}.`,
  );
}

interface PageBounds {
  /** The index of its first message. */
  readonly first: number;
  /** The index behind its last message. */
  readonly count: number;
  /** Whether nothing of the session comes before it. */
  readonly isEarliest: boolean;
  /** Whether nothing of the session comes after it. */
  readonly isLatest: boolean;
}

/** The part of a transcript that is about some of its messages. What it can't know of the whole is absent. */
export function pageOf(whole: Transcript, bounds: PageBounds): Transcript {
  const { usage, subAgentUsage, outcome, plan, ...rest } = whole;
  const messages = whole.messages.slice(bounds.first, bounds.count);
  const { calls, notices } = contentOf(messages);
  const isWhole = bounds.isEarliest && bounds.isLatest;
  return {
    ...rest,
    messages,
    unanswered: whole.unanswered.filter((id) => calls.has(id)),
    orphanResults: whole.orphanResults.filter((id) => calls.has(id)),
    errors: whole.errors.filter(({ message }) => notices.has(message)),
    ...(isWhole && usage !== undefined && { usage }),
    ...(isWhole && subAgentUsage !== undefined && { subAgentUsage }),
    ...(bounds.isLatest && outcome !== undefined && { outcome }),
    ...(bounds.isLatest && plan !== undefined && { plan }),
  };
}

function contentOf(messages: readonly UnifiedMessage[]): {
  calls: ReadonlySet<string>;
  notices: ReadonlySet<string>;
} {
  const calls = new Set<string>();
  const notices = new Set<string>();
  for (const block of messages.flatMap(({ content }) => content)) {
    if (block.type === 'tool_use') calls.add(block.id);
    if (block.type === 'tool_result') calls.add(block.tool_use_id);
    if (block.type === 'notice') notices.add(block.text);
  }
  return { calls, notices };
}
