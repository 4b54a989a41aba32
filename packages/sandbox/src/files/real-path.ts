import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '@dragoman/protocol';

/** The real path of something that need not be there yet: of what is there of the way to it. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(await realPath(dirname(path)), basename(path));
  }
}
