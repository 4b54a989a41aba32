import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '@dragoman/sandbox';
import { readTurnRecord } from '../turn/turn-record.js';
import { removeUnrecorded } from '../watchdog/recover-turn.js';
import { fileLeftover } from './file-leftover.js';
import type { Leftover } from './leftover.js';

/** The record is written right after the folder is made. */
const WRITTEN_MS = 60_000;

/** Folders of turns whose owner, and its watchdog, died before there was a record. */
export async function findUnrecordedTurns(stateDirectory: string): Promise<readonly Leftover[]> {
  const folder = join(stateDirectory, 'turns');
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const path = join(folder, name);
      const isOne = async () => (await isOld(path)) && (await readTurnRecord(path)) === undefined;
      if (!(await isOne()) || (await namesIn(path)).some((inside) => !inside.endsWith('.tmp'))) {
        return [];
      }
      const removeStale = async () => (await isOne()) && removeUnrecorded(path);
      return [fileLeftover({ kind: 'turn', path, about: 'a turn that never began', removeStale })];
    }),
  );
  return found.flat();
}

async function isOld(path: string): Promise<boolean> {
  const status = await lstat(path).catch(() => undefined);
  return status?.isDirectory() === true && Date.now() - status.mtimeMs > WRITTEN_MS;
}
