import { lstatSync, type PathLike, type Stats } from 'node:fs';
import { errorCode } from '@dragoman/protocol';

/**
 * What lies at a path, without following a link at its end. Nothing, where there is nothing: also where
 * something on the way is a file or a link that leads in a circle, for which `throwIfNoEntry` throws.
 */
export function statusOf(path: PathLike): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (NOTHING_THERE.has(errorCode(error))) return undefined;
    throw error;
  }
}

const NOTHING_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
