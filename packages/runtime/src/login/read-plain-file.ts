import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';

/**
 * The text of a file that belongs to this user alone; nothing where there is none. No link is followed.
 * Throws `file_unsuitable` with the reason, to follow on the file's name.
 */
export function readPlainFile(path: string, largestBytes: number): string | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let descriptor: number;
  try {
    descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT') return undefined;
    throw unsuitable(code === 'ELOOP' ? 'is a link' : `cannot be read (${code})`, cause);
  }
  try {
    const status = fstatSync(descriptor);
    const { size, uid, mode } = status;
    if (!status.isFile()) throw unsuitable('is no file');
    if (process.getuid !== undefined) {
      if (uid !== process.getuid()) throw unsuitable('belongs to another user');
      if ((mode & 0o077) !== 0) throw unsuitable('is open to other users');
    }
    if (size > largestBytes) throw unsuitable('is too large');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function unsuitable(why: string, cause?: unknown): DragomanError {
  return new DragomanError('file_unsuitable', why, { cause });
}
