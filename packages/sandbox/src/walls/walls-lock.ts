import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { createFileOnce } from '../files/create-file-once.js';
import { isProcessOwner, ownerIsAlive, thisOwner } from '../record/process-owner.js';

const POLL_MS = 5;

/** Work under the lock takes milliseconds, even on a busy machine. */
const PATIENCE_MS = 30_000;

/**
 * Runs work that two processes must not do at once. The work is synchronous, so this process never waits
 * for its own lock. The lock of a process that died is taken over.
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

/** If another process was faster, the moved file is its new lock, and is put back. */
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
