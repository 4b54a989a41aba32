import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only this user can read. Whoever looks meets the old content or the new one,
 * never a half. At once, because what it says must be there before what depends on it.
 */
export function writeJsonFile(path: string, content: unknown): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
