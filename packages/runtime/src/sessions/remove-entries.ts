import { lstatSync } from 'node:fs';
import { removeTree } from '@dragoman/sandbox';
import { withHome } from './home-lock.js';
import { isHomeIn } from './session-home.js';
import { createSessionRegistry, type SessionEntry } from './session-registry.js';

/**
 * Removes sessions of one HOME, and the HOME unless another session is in it. The HOME is held before
 * anybody looks which of them may go, so that no turn begins in one of them meanwhile. Rejects with
 * `session_busy` where somebody has it.
 *
 * @param choose which of them go, as they are now
 */
export async function removeEntries(
  home: string,
  stateDirectory: string,
  choose: () => Promise<readonly SessionEntry[]>,
): Promise<void> {
  const registry = createSessionRegistry(stateDirectory);
  const remove = async () => {
    for (const entry of await choose()) registry.forget(entry);
    if (!isOwnHome(home, stateDirectory)) return;
    const isShared = (await registry.all()).some((entry) => entry.home === home);
    if (!isShared) await removeTree(home);
  };
  return isHomeIn(stateDirectory, home) ? withHome(home, remove) : remove();
}

/** What a record says may have been changed: only a folder among the HOMEs is ever removed. */
export function isOwnHome(home: string, stateDirectory: string): boolean {
  if (!isHomeIn(stateDirectory, home)) return false;
  return lstatSync(home, { throwIfNoEntry: false })?.isDirectory() === true;
}
