import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, pathExists, removeTree } from '@dragoman/sandbox';
import { homeLockSuffix } from '../sessions/home-lock.js';
import { homesDirectory } from '../sessions/homes-directory.js';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { listTurns } from '../turn/list-turns.js';
import { fileLeftover } from './file-leftover.js';
import type { Leftover } from './leftover.js';

/** HOMEs that no session has, and no turn that could still get one. */
export async function findOrphanedHomes(stateDirectory: string): Promise<readonly Leftover[]> {
  const folder = homesDirectory(stateDirectory);
  // First: whatever comes later belongs to a turn that is seen below.
  const names = (await namesIn(folder)).filter((name) => !name.includes(homeLockSuffix));
  const used = await usedHomes(stateDirectory);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      if (used.has(path) || !(await isFree(path))) return [];
      const removeStale = async () => {
        if ((await usedHomes(stateDirectory)).has(path) || !(await isFree(path))) return false;
        await removeTree(path);
        return true;
      };
      return [fileLeftover({ kind: 'home', path, about: 'a HOME without a session', removeStale })];
    }),
  );
  return found.flat();
}

/** A turn that is abandoned takes its own along when it gets its end. */
async function usedHomes(stateDirectory: string): Promise<ReadonlySet<string>> {
  const turns = await listTurns(stateDirectory);
  const open = turns.filter(({ state }) => state === 'running' || state === 'abandoned');
  const sessions = await createSessionRegistry(stateDirectory).all();
  return new Set([...open, ...sessions].map(({ home }) => home));
}

async function isFree(home: string): Promise<boolean> {
  const status = await lstat(home).catch(() => undefined);
  return status?.isDirectory() === true && !(await pathExists(`${home}${homeLockSuffix}`));
}
