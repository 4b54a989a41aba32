import { lstatSync, type PathLike, type Stats } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { errorCode } from '@dragoman/protocol/internal';

const NOTHING_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * The status of a path, without following a link at its end. Undefined if there is nothing: also if
 * something on the way is a file or a link loop, for which `throwIfNoEntry` throws.
 */
export function statusOf(path: PathLike): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (NOTHING_THERE.has(errorCode(error))) return undefined;
    throw error;
  }
}

/** Whether a path exists and this process can reach it. */
export function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether there is something at a path, be it a link that leads nowhere, that this process can see. */
export function isThere(path: PathLike): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** As `isThere`, and throws where the system can't say. */
export function isThereSync(path: PathLike): boolean {
  return statusOf(path) !== undefined;
}
