import { lstatSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { removeTree } from '@dragoman/sandbox';
import { listTurns } from '../turn/list-turns.js';
import { withHome } from './home-lock.js';
import { isHomeIn } from './session-home.js';
import { createSessionRegistry, namesSession, type SessionEntry } from './session-registry.js';

/**
 * Removes sessions of one HOME, and the HOME unless another session is in it. The HOME is held before
 * anybody looks which of them may go, so that no turn begins in one of them meanwhile. Rejects with
 * `session_busy` where somebody has it, and with `session_damaged` where a session that may be in it can't
 * be read: that one may be a fork, and would lose what was said in it.
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
    await checkDamagedForks(home, stateDirectory);
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

/**
 * Refuses, with `session_damaged`, to remove a HOME in which a session may be whose file is damaged. The
 * turns of that session, if there are any left, say in which HOME it is; otherwise it may be in any.
 */
export async function checkDamagedForks(home: string, stateDirectory: string): Promise<void> {
  const { damaged } = await createSessionRegistry(stateDirectory).survey();
  if (damaged.length === 0) return;
  const turns = await listTurns(stateDirectory);
  const found = damaged.find((path) => {
    const own = turns.filter((turn) => namesSession(path, turn));
    return own.length === 0 || own.some((turn) => turn.home === home);
  });
  if (found === undefined) return;
  throw new DragomanError(
    'session_damaged',
    `The sessions in ${home} stay, because another may be in it that can't be read: what Dragoman noted of it in ${found} is damaged. Restore that file from a backup, or remove it, and try again; if it is removed, what was said in that session goes with its HOME.`,
  );
}
