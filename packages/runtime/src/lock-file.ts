import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { errorCode } from '@dragoman/protocol/internal';

/** What moving a lock fails with when another process was quicker. */
const OVERTAKEN: ReadonlySet<unknown> = new Set(['ENOENT', 'EEXIST']);

/**
 * Removes a lock file, if it still belongs to who it is taken from: a holder that lets go, or one that
 * died. It is moved aside first: when another process was quicker, what was moved is that process's new
 * lock, and is put back.
 *
 * @param isTheirs whether the text of a lock is that of the holder
 */
export function removeLock(path: string, isTheirs: (text: string) => boolean): void {
  const text = readLock(path);
  if (text === undefined || !isTheirs(text)) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    const moved = readLock(aside);
    if (moved !== undefined && !isTheirs(moved)) linkSync(aside, path);
  } catch (error) {
    // Somebody else has moved it, or a third one holds it by now.
    if (!OVERTAKEN.has(errorCode(error))) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** The text of a lock file; `undefined` where there is none. */
export function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
