import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sandboxProviders } from '@dragoman/sandbox';
import { releaseHome } from '../sessions/home-lock.js';
import { RUN_DIRECTORY_PREFIX } from '../turn/run-directory.js';
import type { TurnRecord } from '../turn/turn-record.js';

/** Ends and removes all that is left of a turn whose owner died, but its journal and its session. */
export async function removeRemains(directory: string, record: TurnRecord): Promise<void> {
  await removeSandboxes(record);
  // What a record says may have been changed by an agent that nothing confined.
  if (basename(record.runDirectory).startsWith(RUN_DIRECTORY_PREFIX)) {
    await rm(record.runDirectory, { recursive: true, force: true });
  }
  const isThrowaway = record.homeIsNew && record.sessionId === undefined;
  if (isThrowaway && dirname(record.home) === join(record.stateDirectory, 'homes')) {
    await rm(record.home, { recursive: true, force: true, maxRetries: 3 });
  }
  releaseHome(record.home, directory);
}

/** Found by its label, too: an owner may die before it could note the id. */
async function removeSandboxes(record: TurnRecord): Promise<void> {
  const { stateDirectory, sandbox, sandboxId, id } = record;
  const providers = Object.values(sandboxProviders({ stateDirectory }));
  for (const provider of providers.filter(({ kind }) => kind === sandbox)) {
    for (const found of await provider.list()) {
      if (found.id === sandboxId || found.labels.turn === id) await found.remove();
    }
  }
}
