import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

/** Makes folders that are gone after the test. */
export function createTemporaryFolders(): () => Promise<string> {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
    folders.push(folder);
    return folder;
  };
}
