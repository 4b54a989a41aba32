import { defaultMaxLineBytes } from '@dragoman/protocol/internal';
import { createBreather } from './breather.js';
import type { OpenFile } from './open-file.js';

// For who goes through many files and looks at few of their lines: bytes are read into the same buffer
// again and again, which spares the garbage collector most of its work.

const NEWLINE = 0x0a;
/** So much is read without a thread, which on a busy machine takes longer to wake than to read. */
const READ_BYTES = 256 * 1024;
const BUFFER_BYTES = 2 * READ_BYTES;

/** A buffer that nobody uses at the moment. */
let spare: Buffer | undefined;

/** Shows some lines, and where in the file they begin. */
type ShowRun = (run: Buffer, isTerminated: boolean, at: number) => boolean;

/**
 * Shows the whole lines of a file from a position on, run by run; the bytes are valid until `show`
 * returns. Of a line that is too long nothing is shown. The last line, if it has no newline, is shown
 * alone and as not terminated. Once `show` returns false nothing more is read, and what it was shown is
 * to be read again.
 *
 * @returns where to go on.
 */
export async function readLineRuns(file: OpenFile, from: number, show: ShowRun): Promise<number> {
  const buffer = spare ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  spare = undefined;
  try {
    return await readInto(buffer, file, from, show);
  } finally {
    spare = buffer;
  }
}

async function readInto(
  buffer: Buffer,
  file: OpenFile,
  position: number,
  show: ShowRun,
): Promise<number> {
  const breathe = createBreather();
  let bytes = buffer;
  let at = position;
  let held = 0;
  /** Whether the line at hand is too long, so that the rest of it is passed over. */
  let isCut = false;
  for (;;) {
    const most = Math.min(READ_BYTES, file.bytes - at);
    const length = await file.read(bytes.subarray(held, held + most), at);
    if (length === 0) break;
    at += length;
    const end = held + length;
    const last = bytes.lastIndexOf(NEWLINE, end - 1);
    if (last < held) {
      isCut ||= end > defaultMaxLineBytes;
      held = end > defaultMaxLineBytes ? 0 : end;
      if (bytes.length - held < READ_BYTES) bytes = enlarged(bytes, held);
    } else {
      const start = isCut ? bytes.indexOf(NEWLINE) + 1 : 0;
      isCut = false;
      const from = at - end + start;
      if (start < last && !show(bytes.subarray(start, last), true, from)) return from;
      bytes.copyWithin(0, last + 1, end);
      held = end - last - 1;
    }
    await breathe();
  }
  if (held === 0 || isCut) return at;
  return show(bytes.subarray(0, held), false, at - held) ? at : at - held;
}

function enlarged(bytes: Buffer, held: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes.length * 2);
  bytes.copy(larger, 0, 0, held);
  return larger;
}
