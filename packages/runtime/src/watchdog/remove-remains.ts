import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isRunDirectoryOf, removeTree, sandboxProvider } from '@dragoman/sandbox';
import { releaseHome, removeLockDrafts } from '../sessions/home-lock.js';
import { isHomeIn } from '../sessions/homes-directory.js';
import { passFileName } from '../tools/pass-file-name.js';
import { createCleanup } from '../turn/cleanup.js';
import type { TurnRecord } from '../turn/turn-record.js';

/**
 * Ends and removes all that is left of a turn whose owner died, but its journal and its session. Says
 * what could not be removed.
 */
export function removeRemains(directory: string, record: TurnRecord): Promise<readonly string[]> {
  const { runDirectory, home, homeIsNew, sessionId, stateDirectory } = record;
  const cleanup = createCleanup();
  cleanup.add('The lock of HOME', () => releaseHome(home, directory));
  if (isHomeIn(stateDirectory, home)) {
    cleanup.add('Drafts of the lock', () => removeLockDrafts(home, directory, homeIsNew));
    cleanup.add('The pass to the tools', () => rm(join(home, passFileName), { force: true }));
    if (homeIsNew && sessionId === undefined) {
      cleanup.add('The HOME', () => removeTree(home));
    }
  }
  if (isRunDirectoryOf(basename(directory), runDirectory)) {
    cleanup.add('The sockets', () => removeTree(runDirectory));
  }
  cleanup.add('The sandbox', () => removeSandboxes(record));
  return cleanup.run();
}

/** Found by its label, too: an owner may die before it could note the id. */
async function removeSandboxes(record: TurnRecord): Promise<void> {
  const { stateDirectory, sandbox, sandboxId, id } = record;
  for (const found of await sandboxProvider(sandbox, { stateDirectory }).list()) {
    if (found.id === sandboxId || found.labels.turn === id) await found.remove();
  }
}
