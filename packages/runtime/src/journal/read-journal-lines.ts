import { type FileHandle, open } from 'node:fs/promises';
import { DragomanError, errorCode } from '@dragoman/protocol';
import { findCursor } from './find-cursor.js';
import { watchGrowth } from './growth-watch.js';
import { journalFiles } from './journal-files.js';
import { type LineHead, readHead } from './journal-line.js';
import { isHeld } from './journal-lock.js';
import { missingJournal } from './journal-state.js';
import { lostLine } from './lost-line.js';
import { readWholeLines } from './whole-lines.js';

export interface ReadJournalOptions {
  /** Only what comes after this `seq`. */
  readonly after?: number | undefined;
  /** Whether to wait for more until the `end` is there. Default: true. */
  readonly follow?: boolean | undefined;
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
 * Where lines are damaged, one `error` with the code `journal_damaged` stands in their place. Throws
 * `journal_missing`, `journal_cursor_beyond_end`, and `journal_abandoned` when the writer has gone
 * without an `end` and nobody is there to be told.
 */
export async function* readJournalLines(
  directory: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<string, void, undefined> {
  const { after = 0, signal } = options;
  const isAborted = () => signal?.aborted === true;
  const { events } = journalFiles(directory);
  const file = await openFile(events);
  const growth = watchGrowth(events, signal);
  try {
    const lines = readWholeLines(file, await findCursor(file, after));
    const order = createLineOrder(after);
    const wait = createPatience(directory, options);
    while (!isAborted()) {
      const found = await lines.next();
      for (const line of found) {
        yield* order.take(line);
        if (order.ended || isAborted()) break;
      }
      if (found.length > 0 && !order.ended) continue;
      order.checkCursor(directory);
      if (order.ended) return;
      if (options.follow === false) {
        yield* order.rest();
        return;
      }
      await wait(growth.next);
    }
  } finally {
    growth.close();
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? missingJournal(path) : error;
  }
}

/** Keeps lines in the order of their numbers, each once, and tells of those that are damaged. */
function createLineOrder(after: number) {
  let last = after;
  let highest = 0;
  let damaged = 0;
  let ended = false;

  const place = (head: LineHead): void => {
    highest = Math.max(highest, head.seq);
    damaged = 0;
    ended = head.type === 'end';
    last = Math.max(last, head.seq);
  };

  return {
    get ended() {
      return ended;
    },
    *take(line: string): Generator<string> {
      const head = readHead(line);
      if (head === undefined) {
        damaged += 1;
        return;
      }
      const before = last;
      place(head);
      if (head.seq <= before) return;
      if (head.seq > before + 1) yield lostLine(before + 1, head.seq - 1, head.ts);
      yield `${line}\n`;
    },
    *rest(): Generator<string> {
      const lost = Math.max(last, highest + damaged);
      if (lost > last) yield lostLine(last + 1, lost, new Date().toISOString());
    },
    /** All there is has been read: a cursor that wasn't met is none of this journal. */
    checkCursor(directory: string): void {
      if (highest + damaged >= after) return;
      throw new DragomanError(
        'journal_cursor_beyond_end',
        `The journal in ${directory} has ${highest} events; there is nothing after ${after} yet. Read it from a place it has, or from its beginning.`,
      );
    },
  };
}

/** Waits for more, and sees to it that there is somebody from whom more can come. */
function createPatience(directory: string, { onOwnerLost }: ReadJournalOptions) {
  let looksAbandoned = false;
  let rescues = 0;

  return async (next: (atMostMs: number) => Promise<void>): Promise<void> => {
    if (!looksAbandoned) {
      await next(POLL_MS);
      // What it wrote before it went is read first.
      looksAbandoned = !isHeld(directory);
      return;
    }
    looksAbandoned = false;
    if (onOwnerLost === undefined || rescues === MOST_RESCUES) throw abandonedError(directory);
    rescues += 1;
    await onOwnerLost();
  };
}

function abandonedError(directory: string): DragomanError {
  return new DragomanError(
    'journal_abandoned',
    `The journal in ${directory} has no end, and the process that wrote it is gone. \`dragoman doctor --reap\` ends such turns.`,
  );
}
