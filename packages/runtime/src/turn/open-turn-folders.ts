import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { makeFolder, makeRunDirectory } from '@dragoman/sandbox';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { dropDisposable } from '../sessions/drop-disposable.js';
import { holdHome, releaseHome } from '../sessions/home-lock.js';
import { wasConfined } from '../sessions/session-registry.js';
import { recoverTurn } from '../watchdog/recover-turn.js';
import type { Cleanup } from './cleanup.js';
import type { TurnPlan } from './plan-turn.js';
import { writeTurnRecord } from './turn-record.js';

/**
 * Stage: the turn's folders, and the lock of its HOME. The record comes first: from then on anybody
 * can clean up after this process.
 */
export async function openTurnFolders<Request extends BaseChatRequest>(
  { directory, options, record, registry, session, provider }: TurnPlan<Request>,
  cleanup: Cleanup,
): Promise<void> {
  await inState(record.stateDirectory, () => {
    makeFolder(directory);
    writeTurnRecord(directory, record);
  });
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
