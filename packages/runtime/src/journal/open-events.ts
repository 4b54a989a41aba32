import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { isDiskFull, journalFailure } from './journal-failure.js';
import { type JournalFiles, makeReserve } from './journal-files.js';
import { type JournalTail, readBytes, readJournalTail } from './journal-state.js';
import { createLineOrder } from './line-order.js';

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

const CHUNK_BYTES = 1024 * 1024;
const HEAD_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * The number that the events of a journal have come to, by all of its lines: the way readers see them,
 * so that what is written next follows for them, too. For a journal whose last line can't be believed.
 */
function believedSeq(file: number, size: number): number {
  const order = createLineOrder(0);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let head = '';
  for (let at = 0; at < size && !order.ended; ) {
    const bytes = chunk.subarray(0, readSync(file, chunk, 0, Math.min(CHUNK_BYTES, size - at), at));
    if (bytes.length === 0) break;
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      order.take(head + bytes.toString('utf8', from, Math.min(end, from + HEAD_BYTES)));
      head = '';
      from = end + 1;
    }
    if (head.length < HEAD_BYTES) head += bytes.toString('utf8', from, from + HEAD_BYTES);
    at += bytes.length;
  }
  return order.highest;
}
