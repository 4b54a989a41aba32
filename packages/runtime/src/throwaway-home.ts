import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@dragoman/sandbox';

/** A HOME and a workspace for one turn, of which nothing is kept. */
export interface ThrowawayHome {
  readonly home: string;
  readonly workspace: string;
  remove(): Promise<void>;
}

/**
 * Makes an empty HOME and beside it an empty workspace. They may lie below the system's temporary
 * folder because an agent is given another one for its own (`TMPDIR` in HOME).
 */
export async function createThrowawayHome(): Promise<ThrowawayHome> {
  const root = await makeTemporaryFolder('dragoman-');
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  await Promise.all([home, workspace].map((folder) => mkdir(folder, { mode: 0o700 })));
  return {
    home,
    workspace,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
