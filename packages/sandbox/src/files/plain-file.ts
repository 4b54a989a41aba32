import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * Calls `read` with an open file in a folder in which nothing is trusted: no link in its place is
 * followed, and nothing that would keep its reader waiting, such as a pipe, is read. Undefined where it
 * isn't a plain file. Throws what it can't be opened with: `ELOOP` for a link.
 */
export function withPlainFile<Result>(
  path: string | Buffer,
  read: (descriptor: number, status: Stats) => Result,
): Result | undefined {
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = fstatSync(descriptor);
    return status.isFile() ? read(descriptor, status) : undefined;
  } finally {
    closeSync(descriptor);
  }
}
