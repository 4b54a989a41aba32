import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory, pathExists, removeTree } from '@dragoman/sandbox';
import { homeLockSuffix } from '../sessions/home-lock.js';
import { isHomeIn } from '../sessions/session-home.js';
import { createSessionRegistry } from '../sessions/session-registry.js';
import { type ListedTurn, listTurns } from '../turn/list-turns.js';

/** A session of a turn, by its whole id. */
export interface RemoveSessionOptions {
  readonly agent: string;
  readonly sessionId: string;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
}

/**
 * Removes a session that turns began, with the journals of its turns, and with its HOME unless a fork of
 * it lives there, too. Rejects with `session_busy` while a turn is at work in it. The workspace stays.
 */
export async function removeSession({
  agent,
  sessionId,
  stateDirectory = defaultStateDirectory(),
}: RemoveSessionOptions): Promise<void> {
  const registry = createSessionRegistry(stateDirectory);
  const entry = await registry.require(agent, sessionId);
  const { home } = entry;
  const turns = (await listTurns(stateDirectory)).filter((turn) => turn.home === home);
  const isHeld = await pathExists(`${home}${homeLockSuffix}`);
  const open = turns.find(isOpen);
  if (isHeld || open !== undefined) throw busy(sessionId, open?.id);
  // First what is known of it, so that nobody begins to go on with it.
  registry.forget(entry);
  for (const turn of turns) {
    if (turn.sessionId === sessionId) await removeTree(turn.directory);
  }
  const sharers = await registry.inHome(agent, home);
  // What a record says may have been changed: only a folder among the HOMEs is ever removed.
  if (sharers.length === 0 && isHomeIn(stateDirectory, home)) await removeTree(home);
}

function isOpen({ state }: ListedTurn): boolean {
  return state === 'running' || state === 'abandoned';
}

function busy(sessionId: string, turn: string | undefined): DragomanError {
  const stop = turn === undefined ? 'dragoman turns list' : `dragoman turns cancel ${turn}`;
  return new DragomanError(
    'session_busy',
    `The session ${sessionId} is in use by a turn. Wait for its end, or stop it: ${stop}`,
  );
}
