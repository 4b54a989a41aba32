import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory, removeTree } from '@dragoman/sandbox';
import { removeEntries } from '../sessions/remove-entries.js';
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
  const { home } = await registry.require(agent, sessionId);
  await removeEntries(home, stateDirectory, async () => {
    const entry = await registry.require(agent, sessionId);
    const turns = (await listTurns(stateDirectory)).filter((turn) => turn.home === home);
    const open = turns.find(isOpen);
    if (open !== undefined) throw busy(sessionId, open.id);
    for (const turn of turns) {
      if (turn.sessionId === sessionId) await removeTree(turn.directory);
    }
    return [entry];
  });
}

function isOpen({ state }: ListedTurn): boolean {
  return state === 'running' || state === 'abandoned';
}

function busy(sessionId: string, turn: string): DragomanError {
  return new DragomanError(
    'session_busy',
    `The session ${sessionId} is in use by a turn. Wait for its end, or stop it: dragoman turns cancel ${turn}`,
  );
}
