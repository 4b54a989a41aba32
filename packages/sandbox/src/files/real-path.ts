import { realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';

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

/** The real path of something, or its path where there is nothing. Synchronous. */
export function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The real path of a folder. Where there is none, an error with the code says what could not be used. */
export async function realFolder(path: string, code: string, what: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    throw new DragomanError(code, `${what} ${path} can't be used: ${reasonOf(cause)}.`, {
      cause,
    });
  }
  throw new DragomanError(code, `${what} ${path} can't be used: it is not a folder.`);
}

/** Whether a path is a folder's own, or leads to something in it. Both are absolute. */
export function liesIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
