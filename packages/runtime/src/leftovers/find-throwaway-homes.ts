import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessOwner, namesIn, ownerIsAlive, readJsonFile, removeTree } from '@dragoman/sandbox';
import { throwawayOwnerFile, throwawayPrefix } from '../throwaway-home.js';
import { fileLeftover } from './file-leftover.js';
import type { Leftover } from './leftover.js';

/** One that doesn't say whose it is may just be in the making. */
const UNSAID_MS = 60 * 60 * 1000;

/** HOMEs in the temporary folder whose process was killed before it could throw them away. */
export async function findThrowawayHomes(folder: string = tmpdir()): Promise<readonly Leftover[]> {
  const names = (await namesIn(folder)).filter((name) => name.startsWith(throwawayPrefix));
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      if (!(await isAbandoned(path))) return [];
      const removeStale = async () => {
        if (!(await isAbandoned(path))) return false;
        await removeTree(path);
        return true;
      };
      return [fileLeftover({ kind: 'home', path, about: 'a throwaway HOME', removeStale })];
    }),
  );
  return found.flat();
}

/** Others can write there, too: a link, or another user's folder, is none of ours. */
async function isAbandoned(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  if (!status?.isDirectory() || (process.getuid && status.uid !== process.getuid())) return false;
  const owner = await readJsonFile(join(path, throwawayOwnerFile), isProcessOwner);
  return owner === undefined ? Date.now() - status.mtimeMs > UNSAID_MS : !ownerIsAlive(owner);
}
