import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * The real path of something that need not be there: real as far as there is a way to it. Whether it can
 * be used is for whoever uses it to find out.
 */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (dirname(path) === path) throw error;
    return join(await realPath(dirname(path)), basename(path));
  }
}

/** The real path of something, or its path where there is nothing. For who can't wait. */
export function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
