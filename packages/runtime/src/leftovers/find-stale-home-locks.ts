import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@dragoman/protocol/internal';
import { namesIn, ownerIsAlive } from '@dragoman/sandbox';
import {
  type HomeHolder,
  homeLockSuffix,
  readHomeLock,
  releaseHolder,
} from '../sessions/home-lock.js';
import { homesDirectory } from '../sessions/session-home.js';
import { listTurns, turnState } from '../turn/list-turns.js';
import { readTurnRecord } from '../turn/turn-record.js';
import { fileLeftover, type Leftover } from './leftover.js';

/** A lock that no turn needs. */
interface StaleLock {
  readonly about: string;
  remove(): Promise<void> | void;
}

/**
 * Locks of HOMEs that no turn and no process holds. A turn that is abandoned lets go of its lock when it
 * gets its end.
 */
export async function findStaleHomeLocks(stateDirectory: string): Promise<readonly Leftover[]> {
  const folder = homesDirectory(stateDirectory);
  const names = await namesIn(folder);
  const locks = names.filter((name) => name.endsWith(homeLockSuffix));
  const drafts = names.filter((name) => name.includes(`${homeLockSuffix}.`));
  const found = await Promise.all(
    locks.map(async (name) => {
      const path = join(folder, name);
      const look = () => staleLock(path, stateDirectory);
      const stale = await look();
      if (stale === undefined) return [];
      const removeStale = async () => {
        const still = await look();
        await still?.remove();
        return still !== undefined;
      };
      return [fileLeftover({ kind: 'lock', path, about: stale.about, removeStale })];
    }),
  );
  return [...found.flat(), ...(await oldDrafts(drafts.map((name) => join(folder, name))))];
}

/** A lock is written, and moved, in a moment. */
const DRAFT_MS = 60_000;

async function oldDrafts(paths: readonly string[]): Promise<readonly Leftover[]> {
  const isOld = async (path: string) => {
    const status = await lstat(path).catch(() => undefined);
    return status !== undefined && Date.now() - status.mtimeMs > DRAFT_MS;
  };
  const found = await Promise.all(
    paths.map(async (path) => {
      if (!(await isOld(path))) return [];
      const removeStale = async () => {
        await rm(path, { force: true });
        return true;
      };
      return [fileLeftover({ kind: 'lock', path, about: 'a draft of a lock', removeStale })];
    }),
  );
  return found.flat();
}

async function staleLock(path: string, stateDirectory: string): Promise<StaleLock | undefined> {
  const home = path.slice(0, -homeLockSuffix.length);
  const holder = holderOf(path);
  if (holder === 'damaged') {
    const isUsed = (await listTurns(stateDirectory)).some(
      (turn) => turn.home === home && isOpen(turn.state),
    );
    if (isUsed) return undefined;
    return { about: "a HOME, for a turn that it doesn't name", remove: () => rm(path) };
  }
  // It was let go in this moment.
  if (holder === undefined) return undefined;
  const remove = () => releaseHolder(home, holder);
  if ('process' in holder) {
    if (ownerIsAlive(holder.process)) return undefined;
    return { about: 'a HOME, for a process that is gone', remove };
  }
  const { turn } = holder;
  // A turn has its record before it takes a lock, so one without a record is gone.
  const record = await readTurnRecord(turn);
  if (record !== undefined && isOpen(turnState(record, turn))) return undefined;
  return { about: 'a HOME, for a turn that has ended', remove };
}

function holderOf(path: string): HomeHolder | 'damaged' | undefined {
  try {
    return readHomeLock(path);
  } catch (error) {
    if (errorCode(error) === 'session_lock_damaged') return 'damaged';
    throw error;
  }
}

function isOpen(state: ReturnType<typeof turnState>): boolean {
  return state === 'running' || state === 'abandoned';
}
