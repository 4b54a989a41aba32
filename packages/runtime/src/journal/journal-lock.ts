import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DragomanError, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import {
  createFileOnce,
  isProcessOwner,
  ownerIsAlive,
  type ProcessOwner,
  thisOwner,
} from '@dragoman/sandbox';
import { readLock } from '../lock-file.js';

/** Who may write a journal, and for which time in its life. */
export interface JournalLock {
  /** Lets the next one have it. */
  release(): void;
  /** The journal has its end: nobody needs a lock any more. */
  remove(): void;
}

interface LockHolder {
  readonly number: number;
  /** Absent when the last one has let go. */
  readonly owner: ProcessOwner | undefined;
}

const NAME = /^journal\.lock\.(\d+)$/;

/**
 * Takes the right to write a journal, also from a holder that died. Each holder has a number, one
 * more than the last; the file with that number can only be made once, so of several that find a
 * dead holder one gets it, and the lock with the highest number is never removed while the journal has
 * no end.
 */
export function takeJournalLock(directory: string): JournalLock {
  const last = lastHolder(directory);
  if (last?.owner !== undefined && ownerIsAlive(last.owner)) throw lockedError(directory, last);
  return claimLock(directory, (last?.number ?? 0) + 1);
}

/** Takes the lock with this number, unless somebody has it or a later one. */
export function claimLock(directory: string, number: number): JournalLock {
  const path = lockFile(directory, number);
  if (!createFileOnce(path, JSON.stringify(thisOwner()))) {
    throw lockedError(directory, lastHolder(directory));
  }
  const highest = lastHolder(directory);
  if (highest !== undefined && highest.number > number) {
    // Two others have had it since this one looked, and the second has removed the lock of the first.
    rmSync(path, { force: true });
    throw lockedError(directory, highest);
  }
  removeLocks(directory, number - 1);
  return {
    release: () => releaseLock(path),
    remove: () => removeLocks(directory, number),
  };
}

/** Who wrote the journal last, dead or alive. */
export function lastHolder(directory: string): LockHolder | undefined {
  const numbers = namesIn(directory).map((name) => Number(NAME.exec(name)?.[1] ?? 0));
  const number = Math.max(0, ...numbers);
  return number === 0 ? undefined : { number, owner: readOwner(lockFile(directory, number)) };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    // Nobody writes what has been removed.
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether somebody who is there may write it. */
export function isHeld(directory: string): boolean {
  const owner = lastHolder(directory)?.owner;
  return owner !== undefined && ownerIsAlive(owner);
}

function releaseLock(path: string): void {
  try {
    truncateSync(path);
  } catch (error) {
    // Whoever removes the folder of a turn while it runs takes its lock along.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function lockFile(directory: string, number: number): string {
  return join(directory, `journal.lock.${number}`);
}

function readOwner(path: string): ProcessOwner | undefined {
  // Removed in between: its journal has ended.
  const parsed = parseJson(readLock(path) ?? '');
  return parsed.ok && isProcessOwner(parsed.value) ? parsed.value : undefined;
}

function removeLocks(directory: string, upTo: number): void {
  for (const name of namesIn(directory)) {
    const number = Number(NAME.exec(name)?.[1] ?? Number.POSITIVE_INFINITY);
    if (number <= upTo) rmSync(join(directory, name), { force: true });
  }
}

function lockedError(directory: string, holder: LockHolder | undefined): DragomanError {
  const who = holder?.owner === undefined ? 'another process' : `process ${holder.owner.pid}`;
  return new DragomanError(
    'journal_locked',
    `The journal in ${directory} is being written by ${who}. Read it, or wait for its end.`,
  );
}
