import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { believedSeq } from './believed-seq.js';
import { makeReserve } from './end-reserve.js';
import { isDiskFull, journalFailure } from './journal-failure.js';
import type { JournalFiles } from './journal-files.js';
import { type JournalTail, readBytes, readJournalTail } from './journal-tail.js';

/** Not to append: where to write is said each time. */
const OPEN_OR_MAKE = constants.O_RDWR | constants.O_CREAT;

/** Opens the file of a journal and makes it ready to go on, under the lock of its writer. */
export function openEvents(files: JournalFiles): { file: number; tail: JournalTail } {
  const file = openSync(files.events, OPEN_OR_MAKE, 0o600);
  try {
    return { file, tail: repair(file, files) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function repair(file: number, files: JournalFiles): JournalTail {
  const { size } = fstatSync(file);
  const tail = readJournalTail(file, size);
  if (tail.wholeBytes < size) {
    keepTorn(file, files, tail.wholeBytes, size - tail.wholeBytes);
    ftruncateSync(file, tail.wholeBytes);
  }
  if (!tail.ended) keepRoom(files, size > 0);
  if (tail.ended || tail.isSure) return tail;
  return { ...tail, lastSeq: believedSeq(file, tail.wholeBytes) };
}

/** Best effort: on a full disk the end matters more than half a line. */
function keepTorn(file: number, files: JournalFiles, start: number, length: number): void {
  try {
    writeFileSync(files.torn(start), readBytes(file, start, length), { mode: 0o600 });
  } catch (error) {
    if (!isDiskFull(journalFailure(files.events, error))) throw error;
  }
}

/** A new journal without room for its end isn't begun; one left behind is ended as well as can be. */
function keepRoom(files: JournalFiles, isLeftBehind: boolean): void {
  try {
    makeReserve(files.reserve);
  } catch (error) {
    if (!isLeftBehind) throw error;
  }
}
