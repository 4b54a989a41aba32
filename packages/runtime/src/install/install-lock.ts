import { randomUUID } from 'node:crypto';
import { link, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '@dragoman/protocol';
import {
  createOwner,
  isAbandoned,
  keepFresh,
  type Owner,
  readOwner,
  writeOwner,
} from './owner-file.js';

const POLL_MS = 100;

/** A holder that hasn't touched its lock for so long is taken for dead. */
const STALE_MS = 20_000;

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once, when somebody else holds the lock. */
  readonly onWait?: () => void;
}

/**
 * Runs `work` while holding a lock file, so that two processes don't do it at once. The lock of a
 * holder that died is taken over. It saves double work; what it guards must be safe without it,
 * because a holder that was only asleep is taken for dead too.
 */
export async function withLock<Result>(
  path: string,
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner = createOwner();
  await acquire(path, owner, options);
  const stopTouching = keepFresh(path);
  try {
    return await work();
  } finally {
    stopTouching();
    await release(path, owner);
  }
}

async function acquire(path: string, owner: Owner, options: LockOptions): Promise<void> {
  let waiting = false;
  while (!(await writeOwner(path, owner))) {
    if (await removeStaleLock(path)) continue;
    if (!waiting) options.onWait?.();
    waiting = true;
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
}

/** Whether nobody holds a lock any more. */
export async function isStaleLock(path: string): Promise<boolean> {
  return isAbandoned(path, await readOwner(path), STALE_MS);
}

/** Removes a lock that nobody holds any more. `false` when there is none such. */
export async function removeStaleLock(path: string): Promise<boolean> {
  const holder = await readOwner(path);
  if (!(await isAbandoned(path, holder, STALE_MS))) return false;
  await takeAway(path, holder);
  return true;
}

/**
 * Moves a dead holder's lock aside. When another process was quicker, what was moved is that
 * process's new lock: it is put back.
 */
async function takeAway(path: string, holder: Owner | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    const moved = await readOwner(aside);
    if (moved?.token !== holder?.token) await link(aside, path).catch(() => {});
  } catch (error) {
    // Somebody else has moved it.
    if (errorCode(error) !== 'ENOENT') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function release(path: string, owner: Owner): Promise<void> {
  const holder = await readOwner(path);
  if (holder?.token === owner.token) await rm(path, { force: true });
}
