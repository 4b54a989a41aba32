import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessOwner, namesIn, ownerIsAlive, readJsonFile, removeTree } from '@dragoman/sandbox';
import { homeLockSuffix, isHomeHeld } from '../sessions/home-lock.js';
import { homesDirectory } from '../sessions/session-home.js';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { throwawayOwnerFile, throwawayPrefix } from '../throwaway-home.js';
import { listTurns } from '../turn/list-turns.js';
import { fileLeftover, type Leftover } from './leftover.js';

/** HOMEs that no session has, and no turn that could still get one. */
export async function findOrphanedHomes(stateDirectory: string): Promise<readonly Leftover[]> {
  const folder = homesDirectory(stateDirectory);
  // First: whatever comes later belongs to a turn, or is held, as is seen below.
  const names = (await namesIn(folder)).filter((name) => !name.includes(homeLockSuffix));
  const isUsed = await usedHomes(stateDirectory);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      if (isUsed(path) || !(await isFree(path))) return [];
      const removeStale = async () => {
        // In this order: who copies a session notes it before the HOME is let go.
        if (!(await isFree(path)) || (await usedHomes(stateDirectory))(path)) return false;
        await removeTree(path);
        return true;
      };
      return [fileLeftover({ kind: 'home', path, about: 'a HOME without a session', removeStale })];
    }),
  );
  return found.flat();
}

/** A turn that is abandoned takes its own along when it gets its end. */
async function usedHomes(stateDirectory: string): Promise<(home: string) => boolean> {
  const turns = await listTurns(stateDirectory);
  const open = turns.filter(({ state }) => state === 'running' || state === 'abandoned');
  const { entries, damaged } = await createSessionRegistry(stateDirectory).survey();
  // Which HOME a damaged session has, nobody knows: it may be any.
  if (damaged.length > 0) return () => true;
  const homes = new Set([...open, ...entries].map(({ home }) => home));
  return (home) => homes.has(home);
}

async function isFree(home: string): Promise<boolean> {
  const status = await lstat(home).catch(() => undefined);
  return status?.isDirectory() === true && !isHomeHeld(home);
}

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

/** Others can write there, too: a link, or another user's folder, is not Dragoman's. */
async function isAbandoned(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  if (!status?.isDirectory() || (process.getuid && status.uid !== process.getuid())) return false;
  const owner = await readJsonFile(join(path, throwawayOwnerFile), isProcessOwner);
  return owner === undefined ? Date.now() - status.mtimeMs > UNSAID_MS : !ownerIsAlive(owner);
}
