import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import {
  createFileOnce,
  isProcessOwner,
  makeFolder,
  namesIn,
  ownerIsAlive,
  type ProcessOwner,
  thisOwner,
} from '@dragoman/sandbox';
import { readLock, removeLock } from '../lock-file.js';

/** What the name of a HOME's lock has after that of the HOME. */
export const homeLockSuffix = '.lock';

/** Who has a HOME: a turn, by its folder, or a process that copies a session into it or removes it. */
export type HomeHolder = { readonly turn: string } | { readonly process: ProcessOwner };

/** Who works in a HOME: the folder of a turn. */
interface HomeLockOptions {
  readonly home: string;
  readonly turnDirectory: string;
  /**
   * Asked about the turn that holds the HOME. Where its owner has died it ends what is left of it,
   * which lets go of the HOME, and says `gone`.
   */
  readonly settle: (turnDirectory: string) => Promise<'alive' | 'gone'>;
}

/**
 * Takes a HOME for one turn. CLIs keep their sessions there and don't expect two of themselves in
 * one session, so a second turn is refused with `session_busy`.
 */
export async function holdHome(options: HomeLockOptions): Promise<void> {
  const { home, turnDirectory, settle } = options;
  await claim(home, { turn: turnDirectory }, async (turn) => (await settle(turn)) === 'gone');
}

/**
 * Holds a HOME for this process while it works on it. Rejects with `session_busy` where somebody else
 * has it, also where that is a turn without an owner: what it left is for whoever recovers it.
 */
export async function withHome<Result>(home: string, work: () => Promise<Result>): Promise<Result> {
  const holder = { process: thisOwner() };
  makeFolder(dirname(home));
  await claim(home, holder, async () => false);
  try {
    return await work();
  } finally {
    releaseHolder(home, holder);
  }
}

async function claim(
  home: string,
  holder: HomeHolder,
  isGone: (turn: string) => Promise<boolean>,
): Promise<void> {
  while (!createFileOnce(lockOf(home), JSON.stringify(holder))) {
    const other = readHomeLock(lockOf(home));
    // It was let go between the claim and this look.
    if (other === undefined) continue;
    const mayBeTaken = 'turn' in other ? await isGone(other.turn) : !ownerIsAlive(other.process);
    if (!mayBeTaken) throw busy(other);
    releaseHolder(home, other);
  }
}

/** Lets go of a HOME, if it is this turn that holds it. */
export function releaseHome(home: string, turnDirectory: string): void {
  releaseHolder(home, { turn: turnDirectory });
}

/** Takes a HOME from its holder, if it is still that one. */
export function releaseHolder(home: string, holder: HomeHolder): void {
  const path = lockOf(home);
  removeLock(path, (text) => isDeepStrictEqual(holderIn(text, path), holder));
}

/** Whether somebody has a HOME. A process that is gone has none; of a turn, its lock decides. */
export function isHomeHeld(home: string): boolean {
  const text = readLock(lockOf(home));
  if (text === undefined) return false;
  const holder = parseHolder(text);
  return holder === undefined || 'turn' in holder || ownerIsAlive(holder.process);
}

/**
 * Removes drafts of a HOME's lock that a turn has left, because its owner was killed while it took the HOME
 * or let go of it. One that says nothing yet is its own only where nobody else knows the HOME.
 */
export async function removeLockDrafts(
  home: string,
  turnDirectory: string,
  isOnlyUser: boolean,
): Promise<void> {
  const beginning = `${basename(lockOf(home))}.`;
  const names = await namesIn(dirname(home));
  for (const name of names.filter((each) => each.startsWith(beginning))) {
    const path = join(dirname(home), name);
    const holder = parseHolder(readLock(path) ?? '');
    const isOwn = holder !== undefined && 'turn' in holder && holder.turn === turnDirectory;
    if (isOnlyUser || isOwn) rmSync(path, { force: true });
  }
}

/**
 * Who holds a HOME, by its lock; `undefined` when there is no lock. One that says nothing, as a loss of
 * power can leave it, is an error: nobody knows whose it is.
 */
export function readHomeLock(path: string): HomeHolder | undefined {
  const text = readLock(path);
  return text === undefined ? undefined : holderIn(text, path);
}

function holderIn(text: string, path: string): HomeHolder {
  const holder = parseHolder(text);
  if (holder !== undefined) return holder;
  throw new DragomanError(
    'session_lock_damaged',
    `The lock ${path} doesn't say which turn has the session. If none is at work in it, remove that file.`,
  );
}

function parseHolder(text: string): HomeHolder | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { turn, process } = parsed.value;
  if (typeof turn === 'string') return { turn };
  return isProcessOwner(process) ? { process } : undefined;
}

function busy(holder: HomeHolder): DragomanError {
  const id = 'turn' in holder ? basename(holder.turn) : undefined;
  const message =
    id === undefined
      ? 'The session is being copied or removed by another process. Try again when that is done.'
      : `The session is in use by the turn ${id}. Wait for its end, or stop it: dragoman turns cancel ${id}`;
  return new DragomanError('session_busy', message);
}

function lockOf(home: string): string {
  return `${home}${homeLockSuffix}`;
}
