import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory, removeTree } from '@dragoman/sandbox';
import { defaultCacheDirectory } from '../install/install-folder.js';
import { removeEntries } from '../sessions/remove-entries.js';
import { createSessionRegistry, type SessionEntry } from '../sessions/session-registry.js';
import { type ListedTurn, listTurns } from '../turn/list-turns.js';
import { keepUsage } from '../usage/removed-usage.js';

/** A session of a turn, by its whole id. */
export interface RemoveSessionOptions {
  readonly agent: string;
  readonly sessionId: string;
  /**
   * Also remove the sessions that share its HOME: its forks, and the session that it is a fork of.
   * Default: false.
   */
  readonly withForks?: boolean | undefined;
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
  /** Default: `$DRAGOMAN_CACHE`, or `dragoman` in the user's cache folder. */
  readonly cacheDirectory?: string | undefined;
  /** Ends the work before anything is removed; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Removes a session that turns began, with its HOME and the journals of its turns. A session and its
 * forks share a HOME, and the agent may need the file of the one for the other: they go together, or this
 * rejects with `session_forked`. Rejects with `session_busy` while a turn is at work in the HOME, and with
 * `session_damaged` where another session may be in it whose file is damaged. The workspace stays, and what the sessions used is still counted.
 */
export async function removeSession({
  agent,
  sessionId,
  withForks = false,
  stateDirectory = defaultStateDirectory(),
  cacheDirectory = defaultCacheDirectory(),
  signal,
}: RemoveSessionOptions): Promise<void> {
  const registry = createSessionRegistry(stateDirectory);
  const { home } = await registry.require(agent, sessionId);
  await removeEntries(home, stateDirectory, async () => {
    const entry = await registry.require(agent, sessionId);
    const inHome = await registry.inHome(agent, home);
    const others = inHome.filter((one) => one.sessionId !== sessionId);
    if (others.length > 0 && !withForks) throw forked(sessionId, others);
    const turns = (await listTurns(stateDirectory)).filter((turn) => turn.home === home);
    const open = turns.find(isOpen);
    if (open !== undefined) throw busy(sessionId, open.id);
    await keepUsage(home, { stateDirectory, cacheDirectory, signal });
    for (const turn of turns) await removeTree(turn.directory);
    return [entry, ...others];
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

/** What a removal is refused with where other sessions share the HOME. */
export function forked(
  sessionId: string,
  others: readonly Pick<SessionEntry, 'sessionId'>[],
): DragomanError {
  const ids = others.map((one) => one.sessionId).join(', ');
  return new DragomanError(
    'session_forked',
    `The session ${sessionId} shares its HOME with its forks, or is a fork itself: it can only be removed together with ${ids}. To remove them all: --with-forks (withForks: true).`,
  );
}
