import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DragomanError, type EndEvent, parseEvent, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import type { ProcessOwner } from '@dragoman/sandbox';
import { journalFiles } from './journal-files.js';
import { type LineHead, readHead } from './journal-line.js';
import { isHeld, lastHolder } from './journal-lock.js';
import { farthestSeq } from './line-order.js';

interface JournalState {
  /** By its last line. */
  readonly lastSeq: number;
  /** Whether the line before that goes with it. If not, the file was tampered with or has lost lines. */
  readonly isSure: boolean;
  readonly ended: boolean;
  readonly end?: EndEvent;
  /** Who writes it or wrote it last, as long as it has no end. */
  readonly owner?: ProcessOwner;
  /** Whether that one is there. */
  readonly owned: boolean;
}

/** How far a journal is, by a look at its last line. */
export function journalState(directory: string): JournalState {
  const files = journalFiles(directory);
  const file = openForReading(files.events);
  try {
    const tail = readJournalTail(file, fstatSync(file).size);
    const end = tail.ended
      ? readEnd(readText(file, tail.lastLineStart, tail.wholeBytes - tail.lastLineStart))
      : undefined;
    const owner = tail.ended ? undefined : lastHolder(files.directory)?.owner;
    return {
      lastSeq: tail.lastSeq,
      isSure: tail.isSure,
      ended: tail.ended,
      ...(end && { end }),
      ...(owner && { owner }),
      owned: !tail.ended && isHeld(files.directory),
    };
  } finally {
    closeSync(file);
  }
}

function openForReading(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? missingJournal(path) : error;
  }
}

export function missingJournal(path: string): DragomanError {
  return new DragomanError('journal_missing', `There is no journal at ${path}.`);
}

function readEnd(line: string): EndEvent | undefined {
  const json = parseJson(line.split('\n', 1)[0] ?? '');
  const parsed = parseEvent(json.ok ? json.value : undefined);
  return parsed.ok && parsed.event.type === 'end' ? parsed.event : undefined;
}

/** How the file of a journal ends. */
export interface JournalTail {
  /** Up to the end of the last whole line. */
  readonly wholeBytes: number;
  readonly lastSeq: number;
  readonly ended: boolean;
  /** Where the last line that can be read begins. */
  readonly lastLineStart: number;
  /** Whether the line before it goes with its number. */
  readonly isSure: boolean;
}

const CHUNK_BYTES = 64 * 1024;
const HEAD_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * Finds the last line of a journal from its end, without reading what is before it. Damaged lines at
 * the end count: each had a number. But whatever stands after an `end`, it is the end.
 */
export function readJournalTail(file: number, size: number): JournalTail {
  const wholeBytes = afterNewlineBefore(file, size);
  const found = lastHeadBefore(file, wholeBytes);
  const { head, damaged } = found;
  if (head === undefined) {
    const isSure = wholeBytes === 0;
    return { wholeBytes, lastSeq: damaged, ended: false, lastLineStart: wholeBytes, isSure };
  }
  const ended = head.type === 'end';
  const lastSeq = ended ? head.seq : head.seq + damaged;
  const before = lastHeadBefore(file, found.start);
  const follows = head.seq === (before.head?.seq ?? 0) + before.damaged + 1;
  const isSure = follows && head.seq <= farthestSeq;
  return { wholeBytes, lastSeq, ended, lastLineStart: found.start, isSure };
}

interface FoundHead {
  readonly head: LineHead | undefined;
  /** Where its line begins. */
  readonly start: number;
  /** How many lines after it can't be read. */
  readonly damaged: number;
}

/** The last line before an offset that can be read. */
function lastHeadBefore(file: number, before: number): FoundHead {
  let damaged = 0;
  for (let end = before; end > 0; ) {
    const start = afterNewlineBefore(file, end - 1);
    const head = readHead(readText(file, start, Math.min(HEAD_BYTES, end - start)));
    if (head !== undefined) return { head, start, damaged };
    damaged += 1;
    end = start;
  }
  return { head: undefined, start: 0, damaged };
}

/** The offset after the last newline before `end`; 0 when there is none. */
function afterNewlineBefore(file: number, end: number): number {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(1, end)));
  for (let at = end; at > 0; ) {
    const length = Math.min(chunk.length, at);
    const read = readSync(file, chunk, 0, length, at - length);
    const newline = chunk.subarray(0, read).lastIndexOf(NEWLINE);
    if (newline !== -1) return at - length + newline + 1;
    at -= length;
  }
  return 0;
}

function readText(file: number, start: number, length: number): string {
  return readBytes(file, start, length).toString('utf8');
}

export function readBytes(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}
