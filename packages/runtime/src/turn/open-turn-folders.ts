import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { makeRunDirectory } from '@dragoman/sandbox';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { recoverTurn } from '../keeper/recover-turn.js';
import { holdHome, releaseHome } from '../sessions/home-lock.js';
import type { Cleanup } from './cleanup.js';
import type { TurnPlan } from './plan-turn.js';
import { writeTurnRecord } from './turn-record.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * Stage: the turn's folders, and its HOME for itself. The record comes first: from then on anybody
 * can clean up after this process.
 */
export async function openTurnFolders<Request extends BaseChatRequest>(
  { directory, record }: TurnPlan<Request>,
  cleanup: Cleanup,
): Promise<void> {
  makeTurnFolder(directory, record.stateDirectory);
  writeTurnRecord(directory, record);
  cleanup.add('The folder of sockets', () =>
    rm(record.runDirectory, { recursive: true, force: true }),
  );
  makeRunDirectory(record.runDirectory);
  mkdirSync(dirname(record.home), PRIVATE);
  await holdHome({
    home: record.home,
    turnDirectory: directory,
    settle: async (holder) => ((await recoverTurn(holder)) === 'owned' ? 'alive' : 'gone'),
  });
  cleanup.add('The lock of HOME', () => releaseHome(record.home, directory));
  mkdirSync(record.home, PRIVATE);
}

function makeTurnFolder(directory: string, stateDirectory: string): void {
  try {
    mkdirSync(directory, PRIVATE);
  } catch (cause) {
    throw new DragomanError(
      'state_unusable',
      `Nothing can be kept in ${stateDirectory} (${errorMessage(cause)}). Turns need a folder to be written to: set DRAGOMAN_STATE to another.`,
      { cause },
    );
  }
}
