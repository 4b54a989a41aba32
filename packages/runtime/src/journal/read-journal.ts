import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import {
  DragomanError,
  isJournaled,
  type JournaledEvent,
  parseEvent,
  parseJson,
} from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { findCursor } from './find-cursor.js';
import { isWrittenHere, watchGrowth } from './growth-watch.js';
import { journalFiles } from './journal-files.js';
import { lostLine, readHead } from './journal-line.js';
import { isHeld } from './journal-lock.js';
import { missingJournal } from './journal-state.js';
import { createLineOrder, type LineOrder } from './line-order.js';
import { readWholeLines } from './whole-lines.js';

/**
 * The events of a journal from a cursor on, up to the `end`: as `readJournalLines`, and without those
 * of types this version doesn't know.
 *
 * @example
 * for await (const event of readJournal(directory, { after: 12 })) show(event);
 */
export async function* readJournal(
  directory: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<JournaledEvent, void, undefined> {
  for await (const line of readJournalLines(directory, options)) {
    const event = readEvent(line) ?? readEvent(damaged(line));
    if (event !== undefined && event !== 'unknown') yield event;
  }
}

function readEvent(line: string): JournaledEvent | 'unknown' | undefined {
  const json = parseJson(line);
  if (!json.ok) return undefined;
  const parsed = parseEvent(json.value);
  if (!parsed.ok) return parsed.reason === 'unknown_type' ? 'unknown' : undefined;
  return isJournaled(parsed.event) ? parsed.event : undefined;
}

/** A line whose head is whole and the rest isn't. */
function damaged(line: string): string {
  const head = readHead(line);
  return head === undefined
    ? ''
    : lostLine({ from: head.seq, to: head.seq, areDamaged: true }, head.ts);
}

export interface ReadJournalOptions {
  /** Only what comes after this `seq`. */
  readonly after?: number | undefined;
  /**
   * Whether to wait for more until the `end` is there; with `writer` as long as somebody writes it, for a
   * log that need not have an `end`. Default: true.
   */
  readonly follow?: boolean | 'writer' | undefined;
  /** Ends the reading when it aborts, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Called when nobody is left to write the `end`. Reading goes on after it. */
  readonly onOwnerLost?: (() => Promise<unknown>) | undefined;
}

const POLL_MS = 500;
const MOST_RESCUES = 3;

/**
 * The lines of a journal, each with its newline, as they are in the file and as they get there: up to
 * the `end`, whoever writes them. Any number of readers may do so at once, each at its own pace; what
 * one holds is a piece of the file, never a queue.
 *
 * Where lines are damaged, or don't belong where they are, one `error` with the code `journal_damaged`
 * stands for them; `journal_gap` where some are missing. Throws
 * `journal_missing`, `journal_cursor_beyond_end`, and `journal_abandoned` when the writer has gone
 * without an `end` and there is no `onOwnerLost`.
 */
export async function* readJournalLines(
  directory: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<string, void, undefined> {
  for await (const { lines } of readJournalBatches(directory, options)) {
    for (const line of lines) {
      yield line;
      if (options.signal?.aborted === true) return;
    }
  }
}

/** Lines of a journal that were read at once. */
export interface JournalBatch {
  /** Each with its newline. There is at least one. */
  readonly lines: readonly string[];
  /** The same as UTF-8, where they are in the file as they are given: nobody needs to encode them again. */
  readonly bytes?: Uint8Array | undefined;
}

/** The same, with all lines of one piece of the file at once: for whoever passes them on. */
export async function* readJournalBatches(
  directory: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<JournalBatch, void, undefined> {
  const { after = 0, signal } = options;
  const isAborted = () => signal?.aborted === true;
  const { events } = journalFiles(directory);
  const file = await openFile(events);
  const growth = watchGrowth(events, signal);
  try {
    const start = await findCursor(file, after);
    let lines = readWholeLines(file, start);
    let order = createLineOrder(after, start > 0);
    const wait = createPatience(directory, options);
    let isLeft = false;
    while (!isAborted()) {
      const found = await lines.next();
      const batch = inOrder(found.lines, order);
      if (order.isMisled) {
        // A forged number has led there: all of the file is read instead.
        lines = readWholeLines(file, 0);
        order = createLineOrder(after);
        continue;
      }
      const isNew = found.lines.length > 0;
      if (!isNew || order.ended) batch.push(...order.pause());
      const isOver = !isNew && (options.follow === false || isLeft);
      if (isOver && !order.ended) batch.push(...order.finish());
      if (batch.length > 0) yield toBatch(batch, found);
      if (isNew && !order.ended) continue;
      checkCursor(directory, after, order);
      if (order.ended || isOver) return;
      isLeft = await wait(growth.next);
    }
  } finally {
    growth.close();
    await file.close();
  }
}

/** What readers get for these lines. Nothing after an `end`. */
function inOrder(found: readonly string[], order: LineOrder): string[] {
  const batch: string[] = [];
  for (const line of found) {
    const lines = order.take(line);
    // Only before there was anything to give.
    if (order.isMisled) return [];
    for (const one of lines) batch.push(one);
    if (order.ended) break;
  }
  return batch;
}

function toBatch(
  lines: readonly string[],
  found: { readonly lines: readonly string[]; readonly bytes: Buffer },
): JournalBatch {
  const isUnchanged =
    lines.length === found.lines.length && lines.every((line, at) => line === found.lines[at]);
  return isUnchanged && isUtf8(found.bytes) ? { lines, bytes: found.bytes } : { lines };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? missingJournal(path) : error;
  }
}

/** All there is has been read: a cursor that wasn't met is none of this journal. */
function checkCursor(directory: string, after: number, { highest }: LineOrder): void {
  if (highest >= after) return;
  throw new DragomanError(
    'journal_cursor_beyond_end',
    `The journal in ${directory} has ${highest} events; there is nothing after ${after} yet. Read it from a number it has, or from its beginning.`,
  );
}

/**
 * Waits for more, and sees to it that there is somebody from whom more can come. Says whether the writer
 * has left a log that may end with it.
 */
function createPatience(directory: string, { onOwnerLost, follow }: ReadJournalOptions) {
  const { events } = journalFiles(directory);
  const isWritten = (): boolean => isWrittenHere(events) || isHeld(directory);
  let looksAbandoned = false;
  let rescues = 0;

  return async (next: (atMostMs: number) => Promise<void>): Promise<boolean> => {
    if (!looksAbandoned) {
      if (follow !== 'writer' || isWritten()) await next(POLL_MS);
      // What it wrote before it went is read first.
      looksAbandoned = !isWritten();
      return looksAbandoned && follow === 'writer';
    }
    looksAbandoned = false;
    if (onOwnerLost === undefined || rescues === MOST_RESCUES) throw abandonedError(directory);
    rescues += 1;
    await onOwnerLost();
    return false;
  };
}

function abandonedError(directory: string): DragomanError {
  return new DragomanError(
    'journal_abandoned',
    `The journal in ${directory} has no end, and the process that wrote it is gone. \`dragoman doctor --reap\` ends such turns.`,
  );
}
