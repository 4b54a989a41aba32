import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject } from '@dragoman/protocol';
import { readJsonFile } from './read-json-file.js';

const POLL_MS = 100;
const HEARTBEAT_MS = 2000;

/** A holder that hasn't touched its lock for so long is taken for dead. */
const STALE_MS = 20_000;

interface LockOwner {
  readonly token: string;
  readonly pid: number;
  /** A pid means nothing on another machine or in another container. */
  readonly host: string;
}

export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once, when somebody else holds the lock. */
  readonly onWait?: () => void;
  readonly staleMs?: number;
}

/**
 * Runs `work` while holding a lock file, so that two processes don't do it at once. The lock of a
 * holder that died is taken over. It saves double work; what it guards must be safe without it.
 */
export async function withLock<Result>(
  path: string,
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner: LockOwner = { token: randomUUID(), pid: process.pid, host: hostname() };
  await acquire(path, owner, options);
  const heartbeat = setInterval(() => void touch(path), HEARTBEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await release(path, owner);
  }
}

async function acquire(path: string, owner: LockOwner, options: LockOptions): Promise<void> {
  let waiting = false;
  while (!(await create(path, owner))) {
    const holder = await readOwner(path);
    if (await isStale(path, holder, options.staleMs ?? STALE_MS)) {
      await takeAway(path, holder);
      continue;
    }
    if (!waiting) options.onWait?.();
    waiting = true;
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
}

async function create(path: string, owner: LockOwner): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify(owner)).finally(() => file.close());
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(path: string, holder: LockOwner | undefined, staleMs: number) {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return false;
  if (Date.now() - status.mtimeMs > staleMs) return true;
  return holder !== undefined && holder.host === hostname() && !isAlive(holder.pid);
}

/**
 * Moves a dead holder's lock aside. When another process was quicker, what was moved is that
 * process's new lock: it is put back.
 */
async function takeAway(path: string, holder: LockOwner | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    const moved = await readOwner(aside);
    if (moved?.token !== holder?.token) await link(aside, path).catch(() => {});
  } catch {
    // Somebody else has moved it.
  } finally {
    await rm(aside, { force: true });
  }
}

async function release(path: string, owner: LockOwner): Promise<void> {
  const holder = await readOwner(path);
  if (holder?.token === owner.token) await rm(path, { force: true });
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  // Without its lock the work is still safe, so a lost lock is no reason to stop.
  await utimes(path, now, now).catch(() => {});
}

function readOwner(path: string): Promise<LockOwner | undefined> {
  return readJsonFile(path, isOwner);
}

function isOwner(value: unknown): value is LockOwner {
  return (
    isJsonObject(value) &&
    typeof value.token === 'string' &&
    typeof value.pid === 'number' &&
    typeof value.host === 'string'
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
