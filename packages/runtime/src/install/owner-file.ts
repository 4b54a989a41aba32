import { randomUUID } from 'node:crypto';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { errorCode, isJsonObject } from '@dragoman/protocol';
import {
  isProcessOwner,
  ownerIsAlive,
  type ProcessOwner,
  readJsonFile,
  thisOwner,
} from '@dragoman/sandbox';

const HEARTBEAT_MS = 2000;

/** The process that something in a shared folder belongs to. */
export interface Owner extends ProcessOwner {
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
