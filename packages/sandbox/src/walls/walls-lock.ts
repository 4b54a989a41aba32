import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError, errorCode, parseJson } from '@dragoman/protocol';
import { createFileOnce } from '../files/create-file-once.js';
import { isProcessOwner, ownerIsAlive, thisOwner } from '../record/process-owner.js';

const POLL_MS = 5;

/** What is done under the lock takes milliseconds, also on a busy machine. */
const PATIENCE_MS = 30_000;

/**
 * Does something that two processes must not do at once. It is done in one go, so that in this process
 * nobody else ever meets the lock. That of a process that died is taken over.
 */
export async function withWallsLock<Result>(path: string, work: () => Result): Promise<Result> {
  const own = JSON.stringify({ ...thisOwner(), token: randomUUID() });
  const deadline = performance.now() + PATIENCE_MS;
  while (!createFileOnce(path, own)) {
    const holder = read(path);
    if (holder !== undefined && !isHeld(holder)) takeAway(path, holder);
    else if (performance.now() > deadline) throw stillLocked(path);
    else await delay(POLL_MS);
  }
  try {
    return work();
  } finally {
    if (read(path) === own) rmSync(path, { force: true });
  }
}

function isHeld(holder: string): boolean {
  const parsed = parseJson(holder);
  return parsed.ok && isProcessOwner(parsed.value) && ownerIsAlive(parsed.value);
}

/** When another process was quicker, what was moved is that process's new lock, and is put back. */
function takeAway(path: string, holder: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== holder) linkSync(aside, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function stillLocked(path: string): DragomanError {
  return new DragomanError(
    'sandbox_place_failed',
    `Another process has held ${path} for too long, so no walls could be raised in the workspace. End that process, or remove the file if there is none.`,
  );
}
