import { randomUUID } from 'node:crypto';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import {
  isProcessOwner,
  ownerIsAlive,
  type ProcessOwner,
  readJsonFile,
  thisOwner,
} from '@dragoman/sandbox';
import { removeLock } from '../lock-file.js';

const POLL_MS = 100;

/** A holder that hasn't touched its lock for so long is taken for dead. */
const STALE_MS = 20_000;

interface LockOptions {
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
    removeLock(path, (text) => tokenIn(text) === owner.token);
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
  removeLock(path, (text) => tokenIn(text) === holder?.token);
  return true;
}

/** Nothing where the text was torn, or another version wrote it. */
function tokenIn(text: string): string | undefined {
  const parsed = parseJson(text);
  return parsed.ok && isOwner(parsed.value) ? parsed.value.token : undefined;
}

const HEARTBEAT_MS = 2000;

/** The process that something in a shared folder belongs to. */
interface Owner extends ProcessOwner {
  readonly token: string;
}

/** This process, with a token that no other owner has. */
export function createOwner(): Owner {
  return { token: randomUUID(), ...thisOwner() };
}

/** Writes down an owner. `false` when the file exists; a file that can't be filled is removed. */
export async function writeOwner(path: string, owner: Owner): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await fill(file, owner).catch(async (error) => {
      await rm(path, { force: true });
      throw error;
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function fill(file: Awaited<ReturnType<typeof open>>, owner: Owner): Promise<void> {
  try {
    await file.writeFile(JSON.stringify(owner));
  } finally {
    await file.close();
  }
}

export function readOwner(path: string): Promise<Owner | undefined> {
  return readJsonFile(path, isOwner);
}

/** Shows others that the owner of a file lives, until the result is called. */
export function keepFresh(path: string): () => void {
  const touch = async () => {
    const now = new Date();
    // What an owner does is safe without its file, so a lost one is no reason to stop.
    await utimes(path, now, now).catch(() => {});
  };
  const heartbeat = setInterval(() => void touch(), HEARTBEAT_MS).unref();
  return () => clearInterval(heartbeat);
}

/** Whether an owner has died, or its file (or folder) has not been touched for `staleMs`. */
export async function isAbandoned(
  path: string,
  owner: Owner | undefined,
  staleMs: number,
): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return false;
  if (Date.now() - status.mtimeMs > staleMs) return true;
  return owner !== undefined && !ownerIsAlive(owner);
}

function isOwner(value: unknown): value is Owner {
  return isJsonObject(value) && typeof value.token === 'string' && isProcessOwner(value);
}
