import { defaultMaxLineBytes } from '@dragoman/protocol/internal';
import type { OpenFile } from '../sessions/open-file.js';

const NEWLINE = 0x0a;
/** So much is read without a thread. */
const READ_BYTES = 256 * 1024;
const FIRST_BYTES = 2 * READ_BYTES;

/** Reads the lines of many files, one after the other, into the same bytes. */
export interface RunReader {
  /**
   * Shows the whole lines of a file from a position on, run by run, with whether the last one is
   * complete. Gives where it stopped: `show` returns false for a last line that is to be read again.
   */
  read(
    file: OpenFile,
    from: number,
    show: (run: Buffer, isComplete: boolean) => boolean,
  ): Promise<number>;
}

export function createRunReader(): RunReader {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);

  /** Makes room behind what is held. A line that is too long is not held. */
  const makeRoom = (held: number): number => {
    if (bytes.length - held >= READ_BYTES) return held;
    if (held > defaultMaxLineBytes) return 0;
    const larger = Buffer.allocUnsafeSlow(bytes.length * 2);
    bytes.copy(larger, 0, 0, held);
    bytes = larger;
    return held;
  };

  return {
    async read(file, from, show) {
      let at = from;
      let held = 0;
      /** Whether the line at hand is too long, so that the rest of it is passed over. */
      let isCut = false;
      while (at < file.bytes) {
        const kept = makeRoom(held);
        isCut ||= kept < held;
        held = kept;
        const room = bytes.subarray(held, held + Math.min(READ_BYTES, file.bytes - at));
        const length = await file.read(room, at);
        if (length === 0) break;
        at += length;
        const end = held + length;
        const last = bytes.subarray(0, end).lastIndexOf(NEWLINE);
        if (last < held) {
          held = end;
          continue;
        }
        const start = isCut ? bytes.indexOf(NEWLINE) + 1 : 0;
        isCut = false;
        if (start < last) show(bytes.subarray(start, last), true);
        bytes.copyWithin(0, last + 1, end);
        held = end - last - 1;
      }
      if (held === 0 || isCut) return at;
      return show(bytes.subarray(0, held), false) ? at : at - held;
    },
  };
}
