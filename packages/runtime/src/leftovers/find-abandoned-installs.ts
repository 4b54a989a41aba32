import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { namesIn } from '@dragoman/sandbox';
import { agentsDirectory, installLockSuffix } from '../install/install-folder.js';
import { isStaleLock, removeStaleLock } from '../install/install-lock.js';
import {
  isAbandonedPartial,
  partialInfix,
  removeAbandonedPartial,
} from '../install/partial-install.js';
import { type FileLeftoverOptions, fileLeftover, type Leftover } from './leftover.js';

/** Installs that nobody will finish, and their locks. */
export async function findAbandonedInstalls(cacheDirectory: string): Promise<readonly Leftover[]> {
  const found = await Promise.all(
    agentNames.map(async (agent) => {
      const folder = join(agentsDirectory(cacheDirectory), agent);
      const names = await namesIn(folder);
      return Promise.all(names.map((name) => abandoned(join(folder, name), agent)));
    }),
  );
  return found.flat().flatMap((options) => (options === undefined ? [] : [fileLeftover(options)]));
}

async function abandoned(path: string, agent: string): Promise<FileLeftoverOptions | undefined> {
  if (path.endsWith(installLockSuffix)) {
    if (!(await isStaleLock(path))) return undefined;
    const removeStale = () => removeStaleLock(path);
    return { kind: 'lock', path, about: `an install of ${agent}`, removeStale };
  }
  if (!path.includes(partialInfix) || !(await isAbandonedPartial(path))) return undefined;
  const removeStale = () => removeAbandonedPartial(path);
  return { kind: 'install', path, about: `${agent}, half-done`, removeStale };
}
