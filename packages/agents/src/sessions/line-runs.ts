import { defaultMaxLineBytes } from '@dragoman/protocol/internal';
import type { OpenFile } from './open-file.js';

// For who goes through many files and looks at few of their lines: bytes are read into the same two
// buffers again and again, which spares the garbage collector most of its work. While the lines in one
// are looked at, a thread reads what follows into the other.

const NEWLINE = 0x0a;
/** So much is read without a thread. */
const FIRST_BYTES = 256 * 1024;
const READ_BYTES = 2 * FIRST_BYTES;
const BUFFER_BYTES = 2 * READ_BYTES;

type Buffers = readonly [Buffer, Buffer];

/** Buffers that nobody uses at the moment. */
let spare: Buffers | undefined;

/** Shows some lines, and where in the file they begin. */
type ShowRun = (run: Buffer, isTerminated: boolean, at: number) => boolean;

/**
 * Shows the whole lines of a file from a position on, run by run; the bytes are valid until `show`
 * returns. Of a line that is too long nothing is shown. The last line, if it has no newline, is shown
 * alone and as not terminated; `show` returns false if it is to be read again.
 *
 * @returns where to go on.
 */
export async function readLineRuns(file: OpenFile, from: number, show: ShowRun): Promise<number> {
  const buffers: Buffers = spare ?? [
    Buffer.allocUnsafeSlow(BUFFER_BYTES),
    Buffer.allocUnsafeSlow(BUFFER_BYTES),
  ];
  spare = undefined;
  try {
    return await readInto(buffers, file, from, show);
  } finally {
    spare = buffers;
  }
}

async function readInto(
  [first, second]: Buffers,
  file: OpenFile,
  from: number,
  show: ShowRun,
): Promise<number> {
  let bytes = first;
  let other = second;
  let at = from;
  let held = 0;
  /** Whether the line at hand is too long, so that the rest of it is passed over. */
  let isCut = false;
  let reading = readOn(file, bytes, at, FIRST_BYTES);
  for (;;) {
    const length = await reading;
    if (length === 0) break;
    at += length;
    const end = held + length;
    const last = bytes.lastIndexOf(NEWLINE, end - 1);
    if (last < held) {
      isCut ||= end > defaultMaxLineBytes;
      held = end > defaultMaxLineBytes ? 0 : end;
      if (bytes.length - held < READ_BYTES) bytes = enlarged(bytes, held);
      reading = readOn(file, bytes.subarray(held), at, READ_BYTES);
      continue;
    }
    // What is left is no longer than what was read, for which the other buffer has room twice.
    bytes.copy(other, 0, last + 1, end);
    held = end - last - 1;
    reading = readOn(file, other.subarray(held), at, READ_BYTES);
    const start = isCut ? bytes.indexOf(NEWLINE) + 1 : 0;
    isCut = false;
    try {
      if (start < last) show(bytes.subarray(start, last), true, at - end + start);
    } catch (error) {
      // Nobody may close the file or use the buffer before the thread is done.
      await Promise.allSettled([reading]);
      throw error;
    }
    [bytes, other] = [other, bytes];
  }
  if (held === 0 || isCut) return at;
  return show(bytes.subarray(0, held), false, at - held) ? at : at - held;
}

function readOn(file: OpenFile, into: Buffer, at: number, most: number): Promise<number> {
  return file.read(into.subarray(0, Math.min(most, file.bytes - at)), at);
}

function enlarged(bytes: Buffer, held: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes.length * 2);
  bytes.copy(larger, 0, 0, held);
  return larger;
}
