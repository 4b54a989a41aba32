import { readFileSync, type Stats } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import { withPlainFile } from '@dragoman/sandbox';

/**
 * The text of a file that belongs to this user alone; nothing where there is none. No link is followed.
 * Throws `file_unsuitable` with the reason, to follow on the file's name.
 */
export function readPlainFile(path: string, largestBytes: number): string | undefined {
  let text: string | undefined;
  try {
    text = withPlainFile(path, (descriptor, status) => {
      check(status, largestBytes);
      return readFileSync(descriptor, 'utf8');
    });
  } catch (cause) {
    const code = errorCode(cause);
    if (cause instanceof DragomanError) throw cause;
    if (code === 'ENOENT') return undefined;
    throw unsuitable(code === 'ELOOP' ? 'is a link' : `cannot be read: ${reasonOf(cause)}`, cause);
  }
  if (text === undefined) throw unsuitable('is no file');
  return text;
}

function check({ size, uid, mode }: Stats, largestBytes: number): void {
  if (process.getuid !== undefined) {
    if (uid !== process.getuid()) throw unsuitable('belongs to another user');
    if ((mode & 0o077) !== 0) throw unsuitable('is open to other users');
  }
  if (size > largestBytes) throw unsuitable('is too large');
}

function unsuitable(why: string, cause?: unknown): DragomanError {
  return new DragomanError('file_unsuitable', why, { cause });
}
