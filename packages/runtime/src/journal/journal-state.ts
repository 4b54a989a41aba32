import { closeSync, fstatSync, openSync } from 'node:fs';
import { DragomanError, type EndEvent, errorCode, parseEvent, parseJson } from '@dragoman/protocol';
import type { ProcessOwner } from '@dragoman/sandbox';
import { journalFiles } from './journal-files.js';
import { isHeld, lastHolder } from './journal-lock.js';
import { readJournalTail, readText } from './journal-tail.js';

export interface JournalState {
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
