import { fstatSync, ftruncateSync } from 'node:fs';
import {
  createEventRedactor,
  createRedactor,
  type EndEvent,
  type Redactor,
} from '@dragoman/protocol';
import type { LooseEvent } from '@dragoman/protocol/internal';
import { makeFolder } from '@dragoman/sandbox';
import { fitLine } from './fit-line.js';
import { noteWriter, wakeReaders } from './growth-watch.js';
import {
  closedError,
  earlyEndError,
  endedError,
  isDiskFull,
  journalFailure,
  limitError,
  limitWords,
} from './journal-failure.js';
import { freeReserve, type JournalFiles, journalFiles } from './journal-files.js';
import { type JournalLock, takeJournalLock } from './journal-lock.js';
import { readJournalTail } from './journal-state.js';
import type { JournalWriter } from './journal-writer.js';
import { openEvents } from './open-events.js';
import { syncedFile } from './sync-file.js';
import { retryWhileFull, writeLines } from './write-lines.js';

interface JournalOptions {
  /** Default: one that knows no secrets but what looks like one. */
  readonly redactor?: Redactor;
  readonly now?: () => Date;
  /**
   * How large its file may become. Default: no bound. Where more comes, one `error` (`journal_limit`)
   * says so, and nothing follows but the end.
   */
  readonly limit?: JournalLimit;
  /** Lets others make room on a full disk for a moment, and this process do nothing. */
  readonly pause?: () => void;
}

interface JournalLimit {
  readonly bytes: number;
  /** Called once, with words. */
  readonly onReached: (words: string) => void;
}

/**
 * Opens the journal of a turn, or the log of a run, for writing, new or left behind. An unfinished last line, as a killed
 * writer leaves it, is put aside and cut off, and numbers go on; a journal with its end stays as it
 * is. Throws `journal_locked`, naming the process, while another writes it.
 */
export function openJournal(directory: string, options: JournalOptions = {}): JournalWriter {
  const files = journalFiles(directory);
  try {
    makeFolder(files.directory);
    const lock = lockWithRoom(files);
    try {
      return createWriter(files, lock, options);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw journalFailure(files.events, error);
  }
}

/** On a full disk even a lock needs the room that the last writer has kept. */
function lockWithRoom(files: JournalFiles): JournalLock {
  try {
    return takeJournalLock(files.directory);
  } catch (error) {
    if (!isDiskFull(journalFailure(files.events, error)) || !freeReserve(files.reserve))
      throw error;
    return takeJournalLock(files.directory);
  }
}

function createWriter(
  files: JournalFiles,
  lock: JournalLock,
  { redactor = createRedactor(), now = () => new Date(), limit, pause }: JournalOptions,
): JournalWriter {
  const { file, tail } = openEvents(files);
  const synced = syncedFile(file, files.events);
  const pieces = createEventRedactor(redactor);
  const leave = noteWriter(files.events);
  let { lastSeq, ended } = tail;
  let size = tail.wholeBytes;
  let isOpen = true;
  let isFull = false;

  const encode = (events: readonly LooseEvent[]): string[] => {
    const ts = now().toISOString();
    return events.map((event, index) => fitLine(event, lastSeq + 1 + index, ts));
  };

  const write = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    size = ownEnd(file, size);
    size += writeLines(file, files.events, lines, size);
    lastSeq += lines.length;
    wakeReaders(files.events);
  };

  /** Writes as many lines as there is room for. Says whether that was all. */
  const writeWithin = (lines: readonly string[]): boolean => {
    if (isFull) return false;
    const fitting = limit === undefined ? lines.length : countFitting(lines, limit.bytes - size);
    write(lines.slice(0, fitting));
    if (limit === undefined || fitting === lines.length) return true;
    isFull = true;
    const message = limitWords(limit.bytes);
    write(encode([{ type: 'error', message, fatal: true, code: 'journal_limit' }]));
    limit.onReached(message);
    return false;
  };

  const checkOpen = (): void => {
    if (ended) throw endedError(files.directory);
    if (!isOpen) throw closedError(files.directory);
  };

  const shut = (): void => {
    if (!isOpen) return;
    isOpen = false;
    synced.close();
    freeReserve(files.reserve);
    if (ended) lock.remove();
    else lock.release();
    leave();
  };

  if (ended) shut();
  return {
    directory: files.directory,
    get lastSeq() {
      return lastSeq;
    },
    get ended() {
      return ended;
    },
    append(events) {
      checkOpen();
      if (isFull) return;
      writeWithin(encode(withoutEnd(events).flatMap((event) => pieces.push(event))));
    },
    appendPlain(event) {
      checkOpen();
      if (!writeWithin(encode(pieces.pass(event)))) throw limitError(files.directory);
    },
    appendEnd(end, last = []) {
      checkOpen();
      const event: EndEvent = redactor.event({ ...end, type: 'end' });
      const held = [...(isFull ? [] : pieces.flush()), ...last.map(redactor.event)];
      retryWhileFull(
        () => freeReserve(files.reserve),
        [
          () => write(encode([...held, event])),
          // What was held back is a few characters; the end must be written.
          () => write(encode([event])),
        ],
        pause,
      );
      ended = true;
      shut();
      return event;
    },
    appendLast(events) {
      checkOpen();
      const last = withoutEnd(events).flatMap((event) => pieces.push(event));
      const all = [...last, ...pieces.flush()];
      retryWhileFull(() => freeReserve(files.reserve), [() => write(encode(all))], pause);
      shut();
    },
    async sync() {
      checkOpen();
      await synced.sync();
    },
    skipTo(seq) {
      checkOpen();
      lastSeq = Math.max(lastSeq, seq);
    },
    close: shut,
  };
}

/**
 * Where to write next. Somebody else may have cut the file off, or written to it: to go on at the old
 * position would leave a hole, or the remains of strange lines. Readers see by the numbers what is lost.
 */
function ownEnd(file: number, expected: number): number {
  const { size } = fstatSync(file);
  if (size === expected) return expected;
  const end = size > expected ? expected : readJournalTail(file, size).wholeBytes;
  ftruncateSync(file, end);
  return end;
}

const NEWLINE_BYTES = 1;

/** How many of the lines have room in so many bytes. */
function countFitting(lines: readonly string[], room: number): number {
  let left = room;
  for (const [index, line] of lines.entries()) {
    left -= Buffer.byteLength(line) + NEWLINE_BYTES;
    if (left < 0) return index;
  }
  return lines.length;
}

/** As a list. The `end` has a way of its own. */
function withoutEnd(events: LooseEvent | readonly LooseEvent[]): readonly LooseEvent[] {
  const given = isList(events) ? events : [events];
  if (given.some(({ type }) => type === 'end')) throw earlyEndError();
  return given;
}

function isList(events: LooseEvent | readonly LooseEvent[]): events is readonly LooseEvent[] {
  return Array.isArray(events);
}
