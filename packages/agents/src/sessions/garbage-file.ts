import { DragomanError } from '@dragoman/protocol';
import { parseRecord } from '../interpret/driver.js';
import type { OpenFile } from './open-file.js';

// A loss of power, or a disk that fails, leaves files of zeros or of anything. Whoever adds up or searches
// sessions finds nothing in them, and has to say so.

const HEAD_BYTES = 64 * 1024;
const OPENING_BRACE = 0x7b;

/** Whether a file of lines begins with something, and none of it is a record of any agent. */
export async function isGarbage(file: OpenFile): Promise<boolean> {
  const head = Buffer.allocUnsafe(Math.min(HEAD_BYTES, file.bytes));
  const read = head.subarray(0, await file.read(head, 0));
  const lines = read
    .toString()
    .replace(/^\uFEFF/, '')
    .split('\n');
  // A line that goes on behind the head is taken for a record if it begins as one.
  const cut = read.length < file.bytes ? lines.pop() : undefined;
  if (cut?.startsWith('{')) return false;
  if (lines.some((line) => typeof parseRecord(line, true) !== 'string')) return false;
  return [...lines, cut ?? ''].some((line) => line.trim() !== '');
}

/** A quick look at the first lines of a file: false only where one may be a record. */
export function mayBeGarbage(lines: Buffer): boolean {
  return lines[0] !== OPENING_BRACE && !lines.includes('\n{');
}

/** What is said of a file that is garbage. */
export function garbage(path: string): DragomanError {
  return new DragomanError(
    'session_unreadable',
    `${path} is damaged: there is no record in it that an agent writes.`,
  );
}
