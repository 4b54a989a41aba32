import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  read,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs';
import { promisify } from 'node:util';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';

const MEBIBYTE = 1024 * 1024;
/** So many bytes are read synchronously: a thread would take longer. */
const MOST_READ_AT_ONCE = 256 * 1024;
// Without it, opening a named pipe waits for a writer. Windows has neither.
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const READ_NO_LINK = READ_ONLY | (constants.O_NOFOLLOW ?? 0);
/** Files beside sessions are short. An agent can write anything there. */
const MOST_SMALL_BYTES = 16 * MEBIBYTE;
/** As much as a CLI may print of a session. A string can be no longer than twice that. */
const MOST_TEXT_BYTES = 256 * MEBIBYTE;

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

/** Opens a regular file. Anything else, and what can't be opened, is an error that says what and why. */
export function openFile(path: string): OpenFile {
  return openWith(path, READ_ONLY);
}

/** The same, of a file that an agent may have put a link in place of: none is followed. */
export function openOwnFile(path: string): OpenFile {
  return openWith(path, READ_NO_LINK);
}

function openWith(path: string, flags: number): OpenFile {
  const descriptor = attempt(path, () => openSync(path, flags));
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

/** What went wrong with a file, in words. */
function unreadable(path: string, cause: unknown): DragomanError {
  const code = errorCode(cause) ?? '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new DragomanError('session_not_found', `There is no file ${path}.`, { cause });
  }
  const words = `${path} can't be read: ${reasonOf(cause)}.`;
  return new DragomanError('session_unreadable', words, { cause });
}

/** Refuses what isn't a regular file. */
function checkFile(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'no regular file';
  throw new DragomanError('session_unreadable', `${path} is ${what}; a session is a file.`);
}

/** All that is in a file, unless it is too long to be held at once. */
export async function textOf(file: OpenFile): Promise<string> {
  if (file.bytes > MOST_TEXT_BYTES) {
    const size = `${Math.ceil(file.bytes / MEBIBYTE)} MB, of at most ${MOST_TEXT_BYTES / MEBIBYTE} MB`;
    const words = `${file.path} is too large to be given as one text: ${size}. Load it instead.`;
    throw new DragomanError('session_unreadable', words);
  }
  const bytes = Buffer.alloc(file.bytes);
  return bytes.toString('utf8', 0, await file.read(bytes, 0));
}

/** Bytes at hand, to be read as a file. */
export function inMemoryFile(
  content: Uint8Array,
  about: Pick<OpenFile, 'path' | 'modifiedAt'> = { path: '', modifiedAt: new Date(0) },
): OpenFile {
  return {
    ...about,
    bytes: content.length,
    async read(into, position) {
      const piece = content.subarray(position, position + into.length);
      into.set(piece);
      return piece.length;
    },
    close() {},
  };
}

/** The beginning and the end of a file. They are overwritten when the next file is read. */
export interface FileEnds {
  readonly bytes: number;
  readonly modifiedAt: Date;
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Whether the head is all of it. */
  readonly isWhole: boolean;
}

export interface EndsReader {
  read(path: string): FileEnds;
}

/**
 * Reads only the ends of files, of thousands one after the other. It reads synchronously: each of the few
 * small reads takes less time than a thread would.
 */
export function createEndsReader(headBytes: number, tailBytes: number): EndsReader {
  const headBuffer = Buffer.allocUnsafe(headBytes);
  const tailBuffer = Buffer.allocUnsafe(tailBytes);

  const readOpen = (path: string, descriptor: number): FileEnds => {
    const stats: Stats = fstatSync(descriptor);
    checkFile(path, stats);
    const { size: bytes, mtime: modifiedAt } = stats;
    const head = fill(descriptor, headBuffer, 0, bytes);
    const isWhole = head.length >= bytes;
    const tailFrom = Math.max(0, bytes - tailBytes);
    const tail = isWhole ? head : fill(descriptor, tailBuffer, tailFrom, bytes);
    return { bytes, modifiedAt, head, tail, isWhole };
  };

  return {
    read(path) {
      try {
        const descriptor = openSync(path, READ_ONLY);
        try {
          return readOpen(path, descriptor);
        } finally {
          closeSync(descriptor);
        }
      } catch (error) {
        throw error instanceof DragomanError ? error : unreadable(path, error);
      }
    },
  };
}

function fill(descriptor: number, into: Buffer, from: number, to: number): Buffer {
  const wanted = Math.min(into.length, to - from);
  let filled = 0;
  while (filled < wanted) {
    const bytes = readSync(descriptor, into, filled, wanted - filled, from + filled);
    if (bytes === 0) break;
    filled += bytes;
  }
  return into.subarray(0, filled);
}

/**
 * The text of a file beside sessions, if it is a regular one: a pipe is not waited for, and a link
 * is not followed, because an agent may have made it. Undefined otherwise.
 */
export function readSmallFile(path: string): string | undefined {
  try {
    const descriptor = openSync(path, READ_NO_LINK);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > MOST_SMALL_BYTES) return undefined;
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/**
 * The bytes of such a file, for who looks at thousands: they are valid until the next is read. Nothing
 * but its bytes is asked for, unless they fill the buffer: of a pipe or a folder there are none.
 */
export function readSmallBytes(path: string): Buffer | undefined {
  try {
    const descriptor = openSync(path, READ_NO_LINK);
    try {
      const length = readSync(descriptor, smallBytes, 0, smallBytes.length, 0);
      if (length < smallBytes.length) return smallBytes.subarray(0, length);
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > MOST_SMALL_BYTES) return undefined;
      // What is too long fills any buffer.
      smallBytes = Buffer.allocUnsafeSlow(Math.min(stats.size * 2, MOST_SMALL_BYTES + 1));
      return fill(descriptor, smallBytes, 0, stats.size);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

let smallBytes: Buffer = Buffer.allocUnsafeSlow(MOST_READ_AT_ONCE);

/**
 * The bytes of a session's short file, for who reads thousands: they are valid until the next is read.
 * Undefined for anything else than a short file; opening it says what it is.
 */
export function readShortFile(path: string): Buffer | undefined {
  try {
    const descriptor = openSync(path, READ_ONLY);
    try {
      const length = readSync(descriptor, smallBytes, 0, MOST_READ_AT_ONCE, 0);
      return length > 0 && length < MOST_READ_AT_ONCE ? smallBytes.subarray(0, length) : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
