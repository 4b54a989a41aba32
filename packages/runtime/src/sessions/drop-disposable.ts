import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';
import { removeTree } from '@dragoman/sandbox';

/**
 * Removes what an agent's CLI makes anew at every start from a HOME that nobody is at work in. A path may
 * have `*` in its last part. The agent may have replaced any folder by a link: none is followed.
 */
export async function dropDisposable(home: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const folder = dirname(path);
    if (!(await isFolderIn(home, folder))) continue;
    const parent = join(home, folder);
    const pattern = patternOf(path.slice(folder === '.' ? 0 : folder.length + 1));
    const names = (await readdir(parent)).filter((name) => pattern.test(name));
    for (const name of names) await removeTree(join(parent, name));
  }
}

/** Whether all parts of a path are folders, and none is a link. */
async function isFolderIn(home: string, path: string): Promise<boolean> {
  let folder = home;
  for (const part of ['.', ...path.split('/')]) {
    folder = join(folder, part);
    const found = await lstat(folder).catch(unlessGone);
    if (found?.isDirectory() !== true) return false;
  }
  return true;
}

function unlessGone(error: unknown): undefined {
  const code = errorCode(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

function patternOf(name: string): RegExp {
  const escaped = name.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`);
}
