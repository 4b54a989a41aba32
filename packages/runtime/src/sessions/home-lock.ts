import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DragomanError, errorCode, isJsonObject, parseJson } from '@dragoman/protocol';

/** Who works in a HOME: the folder of a turn. */
export interface HomeLockOptions {
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
  while (!claim(home, turnDirectory)) {
    const holder = readHolder(lockOf(home));
    if (holder === undefined) continue;
    if ((await settle(holder)) === 'gone') {
      releaseHome(home, holder);
      continue;
    }
    throw new DragomanError(
      'session_busy',
      `The session is in use by the turn in ${holder}: wait for its end or cancel it.`,
    );
  }
}

/**
 * Lets go of a HOME, if it is this turn that holds it. The lock is moved aside first: when another
 * process was quicker, what was moved is that process's new lock, and is put back.
 */
export function releaseHome(home: string, turnDirectory: string): void {
  if (readHolder(lockOf(home)) !== turnDirectory) return;
  const aside = `${lockOf(home)}.${randomUUID()}`;
  try {
    renameSync(lockOf(home), aside);
    if (readHolder(aside) !== turnDirectory) linkSync(aside, lockOf(home));
  } catch {
    // Somebody else has moved it, or a third one holds it by now.
  } finally {
    rmSync(aside, { force: true });
  }
}

/** The lock appears whole, by a link: nobody ever reads half of it. */
function claim(home: string, turnDirectory: string): boolean {
  const draft = `${lockOf(home)}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify({ turn: turnDirectory }), { mode: 0o600 });
  try {
    linkSync(draft, lockOf(home));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): string | undefined {
  try {
    const parsed = parseJson(readFileSync(path, 'utf8'));
    const turn = parsed.ok && isJsonObject(parsed.value) ? parsed.value.turn : undefined;
    return typeof turn === 'string' ? turn : undefined;
  } catch (error) {
    // Its holder let go between the claim and this look.
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function lockOf(home: string): string {
  return `${home}.lock`;
}
