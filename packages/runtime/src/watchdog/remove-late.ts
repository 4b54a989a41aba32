import { setTimeout as delay } from 'node:timers/promises';
import { ownerIsAlive, removeTree } from '@dragoman/sandbox';
import { isHomeIn } from '../sessions/session-home.js';
import { readTurnRecord, type TurnRecord } from '../turn/turn-record.js';
import { providersOf } from './known-providers.js';
import { sandboxesOf } from './recover-turn.js';

/** How long an engine may take to make what an owner that is gone has asked for. */
const PATIENCE_MS = 30_000;
const POLL_MS = 200;

/**
 * Removes the sandbox of a turn that has its end, but whose owner was gone before the sandbox was there:
 * the turn was stopped, and an engine goes on without whoever asked it. Rejects where nobody here knows
 * the provider.
 */
export async function removeLate(directory: string): Promise<void> {
  const record = await readTurnRecord(directory);
  if (record === undefined) return;
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await removeFound(record)) && performance.now() < deadline) await delay(POLL_MS);
  const { home, homeIsNew, sessionId, stateDirectory } = record;
  const isOnlyForTheTurn = homeIsNew && sessionId === undefined;
  if (isOnlyForTheTurn && isHomeIn(stateDirectory, home)) await removeTree(home);
}

/** Says whether nothing more can come. */
async function removeFound(record: TurnRecord): Promise<boolean> {
  const { owner, sandbox, sandboxId, stateDirectory } = record;
  const isOwned = ownerIsAlive(owner);
  const { found } = await sandboxesOf(record, providersOf(sandbox, { stateDirectory }));
  for (const one of found) await one.remove();
  return !isOwned && (found.length > 0 || sandboxId !== undefined);
}
