import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { createFileOnce, namesIn } from '@dragoman/sandbox';
import { readLock, removeLock } from '../lock-file.js';

/** What the name of a HOME's lock has after that of the HOME. */
export const homeLockSuffix = '.lock';

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
  while (!createFileOnce(lockOf(home), JSON.stringify({ turn: turnDirectory }))) {
    const holder = readHomeLock(lockOf(home));
    // It was let go between the claim and this look.
    if (holder === undefined) continue;
    if ((await settle(holder)) === 'gone') {
      releaseHome(home, holder);
      continue;
    }
    throw new DragomanError(
      'session_busy',
      `The session is in use by the turn ${basename(holder)}. Wait for its end, or stop it: dragoman turns cancel ${basename(holder)}`,
    );
  }
}

/** Lets go of a HOME, if it is this turn that holds it. */
export function releaseHome(home: string, turnDirectory: string): void {
  const path = lockOf(home);
  removeLock(path, (text) => holderIn(text, path) === turnDirectory);
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
    if (isOnlyUser || turnIn(readLock(path) ?? '') === turnDirectory) rmSync(path, { force: true });
  }
}

/**
 * The folder of the turn that holds a HOME, by its lock; `undefined` when there is no lock. One that
 * says nothing, as a loss of power can leave it, is an error: nobody knows whose it is.
 */
export function readHomeLock(path: string): string | undefined {
  const text = readLock(path);
  return text === undefined ? undefined : holderIn(text, path);
}

function holderIn(text: string, path: string): string {
  const turn = turnIn(text);
  if (turn !== undefined) return turn;
  throw new DragomanError(
    'session_lock_damaged',
    `The lock ${path} doesn't say which turn has the session. If none is at work in it, remove that file.`,
  );
}

function turnIn(text: string): string | undefined {
  const parsed = parseJson(text);
  const turn = parsed.ok && isJsonObject(parsed.value) ? parsed.value.turn : undefined;
  return typeof turn === 'string' ? turn : undefined;
}

function lockOf(home: string): string {
  return `${home}${homeLockSuffix}`;
}
