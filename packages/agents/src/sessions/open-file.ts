import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { DragomanError, errorCode, errorMessage } from '@dragoman/protocol';

/** A file to read pieces of. */
export interface OpenFile {
  readonly path: string;
  /** Its size when it was opened. A file that grows meanwhile is read up to here. */
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** Fills the buffer from a position on and says how much of it; less than all of it only at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): void;
}

const readLater = promisify(read);

/** Up to so many bytes are read at once: handing that to a thread, and waiting for it, takes longer. */
const MOST_READ_AT_ONCE = 256 * 1024;

// Without it, opening a named pipe waits for somebody to write to it. Windows has neither.
export const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a regular file. Anything else, and what can't be opened, is an error that says what and why. */
export function openFile(path: string): OpenFile {
  const descriptor = attempt(path, () => openSync(path, READ_ONLY));
  try {
    const stats = attempt(path, () => fstatSync(descriptor));
    checkFile(path, stats);
    return {
      path,
      bytes: stats.size,
      modifiedAt: stats.mtime,
      read: (into, position) => readFully(path, descriptor, into, position),
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readFully(
  path: string,
  descriptor: number,
  into: Uint8Array,
  position: number,
): Promise<number> {
  try {
    let filled = 0;
    while (filled < into.length) {
      const bytes = await readSome(descriptor, into, filled, position + filled);
      if (bytes === 0) break;
      filled += bytes;
    }
    return filled;
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readSome(
  descriptor: number,
  into: Uint8Array,
  from: number,
  position: number,
): Promise<number> {
  const length = into.length - from;
  if (length <= MOST_READ_AT_ONCE) return readSync(descriptor, into, from, length, position);
  const { bytesRead } = await readLater(descriptor, into, from, length, position);
  return bytesRead;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

/** Why something can't be read, in words. */
export function reasonOf(cause: unknown): string {
  return REASONS[errorCode(cause) ?? ''] ?? errorMessage(cause);
}

/** What went wrong with a file, in words. */
export function unreadable(path: string, cause: unknown): DragomanError {
  const code = errorCode(cause) ?? '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new DragomanError('session_not_found', `There is no file ${path}.`, { cause });
  }
  const words = `${path} can't be read: ${reasonOf(cause)}.`;
  return new DragomanError('session_unreadable', words, { cause });
}

/** Refuses what isn't a regular file. */
export function checkFile(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'no regular file';
  throw new DragomanError('session_unreadable', `${path} is ${what}; a session is a file.`);
}
