import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, reasonOf } from '@dragoman/protocol/internal';
import { makeFolder, makeRunDirectory } from '@dragoman/sandbox';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { dropDisposable } from '../sessions/drop-disposable.js';
import { holdHome, releaseHome } from '../sessions/home-lock.js';
import { wasConfined } from '../sessions/session-registry.js';
import { recoverTurn } from '../watchdog/recover-turn.js';
import { watchdog } from '../watchdog/watchdog.js';
import type { Cleanup } from './cleanup.js';
import type { TurnPlan } from './plan-turn.js';
import { type TurnRecord, writeTurnRecord } from './turn-record.js';

/**
 * Stage: the folder of the turn, which makes its id this turn's. Of several that begin with one id
 * exactly one gets it; the others reject with `turn_exists`, and touch nothing of it.
 */
export async function claimTurnFolder<Request extends BaseChatRequest>({
  directory,
  record,
}: Pick<TurnPlan<Request>, 'directory' | 'record'>): Promise<void> {
  // First: of an owner that dies from here on, the watchdog removes the folder or ends the turn.
  if (!watchdog.watch(directory)) throw exists(record.id);
  try {
    await inState(record.stateDirectory, () => makeTurnFolder(directory, record));
  } catch (error) {
    watchdog.release(directory);
    throw error;
  }
}

function makeTurnFolder(directory: string, { id, home, homeIsNew }: TurnRecord): void {
  makeFolder(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? exists(id) : error;
  }
  // Of an earlier turn of this id only the session may be left, which is not this turn's.
  if (homeIsNew && existsSync(home)) {
    rmdirSync(directory);
    throw exists(id);
  }
}

function exists(id: string): DragomanError {
  const message = `There is a turn ${id} already. Open it, or take another id of newTurnId().`;
  return new DragomanError('turn_exists', message);
}

/**
 * Stage: the turn's folders, and the lock of its HOME. The record comes first: from then on anybody
 * can clean up after this process.
 */
export async function openTurnFolders<Request extends BaseChatRequest>(
  { directory, options, record, registry, session, provider }: TurnPlan<Request>,
  cleanup: Cleanup,
): Promise<void> {
  await inState(record.stateDirectory, () => writeTurnRecord(directory, record));
  cleanup.add('The folder of sockets', () =>
    rm(record.runDirectory, { recursive: true, force: true }),
  );
  makeRunDirectory(record.runDirectory);
  await inState(record.stateDirectory, async () => {
    makeFolder(dirname(record.home));
    await holdHome({
      home: record.home,
      turnDirectory: directory,
      settle: async (holder) => ((await recoverTurn(holder)) === 'owned' ? 'alive' : 'gone'),
    });
    cleanup.add('The lock of HOME', () => releaseHome(record.home, directory));
    // It may have been removed before the lock was there.
    if (session !== undefined) await registry.require(session.agent, session.sessionId);
    makeFolder(record.home);
    const { disposable = [] } = options.agent;
    cleanup.add('What the HOME need not keep', () => dropDisposable(record.home, disposable));
    // Before the agent is in it: what it leaves there must not run elsewhere, however the turn ends.
    if (session !== undefined) {
      const movesPaths = provider.abilities.movesPaths ?? false;
      const confinesFiles = wasConfined(session) || provider.abilities.confinesFiles;
      registry.note({ ...session, sandbox: record.sandbox, movesPaths, confinesFiles });
    }
  });
}

/** What the system refuses there, such as on a full disk, is an error of the state folder. */
async function inState(stateDirectory: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof DragomanError) throw cause;
    throw new DragomanError(
      'state_unusable',
      `Nothing can be kept in ${stateDirectory} (${reasonOf(cause)}). Turns need a folder to be written to: set DRAGOMAN_STATE to another.`,
      { cause },
    );
  }
}
