import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '@dragoman/protocol/internal';

/**
 * Makes a file that only this user can read, unless there is one: of many that try at once, one gets
 * `true`. It is linked to its name when it is complete, so that no reader sees half of it.
 */
export function createFileOnce(path: string, text: string): boolean {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
