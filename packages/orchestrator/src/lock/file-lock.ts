import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { createFileOnce, isProcessOwner, ownerIsAlive, thisOwner } from '@dragoman/sandbox';

export interface LockOptions {
  readonly path: string;
  /** What the error is called when the lock is not had in time. */
  readonly code: string;
  /** What is locked, in words. */
  readonly what: string;
  /** Default: 300 seconds. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 300_000;
const SHORTEST_POLL_MS = 10;
const LONGEST_POLL_MS = 200;

/**
 * Does work that no two must do at once, in this process or in others. The lock of a process that died is
 * taken over. Whoever does not get it in time is told by `code`, and may try again.
 */
export async function withFileLock<Result>(
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const { path, patienceMs = PATIENCE_MS } = options;
  const own = JSON.stringify({ ...thisOwner(), at: new Date().toISOString(), token: randomUUID() });
  const deadline = performance.now() + patienceMs;
  for (let poll = SHORTEST_POLL_MS; !createFileOnce(path, own); ) {
    const holder = read(path);
    if (holder !== undefined && !isHeld(holder)) takeAway(path, holder);
    else if (performance.now() > deadline) throw stillLocked(options, holder);
    else await delay(poll);
    poll = Math.min(poll * 2, LONGEST_POLL_MS);
  }
  try {
    return await work();
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

function stillLocked({ path, code, what }: LockOptions, holder: string | undefined): DragomanError {
  const parsed = parseJson(holder ?? '');
  const by = parsed.ok && isJsonObject(parsed.value) ? ` by process ${parsed.value.pid}` : '';
  return new DragomanError(
    code,
    `${what} is locked${by} for too long. Try again; if no such process works here, remove ${path}.`,
  );
}
