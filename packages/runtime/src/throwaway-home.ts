import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTree, thisOwner } from '@dragoman/sandbox';

/** A HOME and a workspace for one turn or one question to a CLI, of which nothing is kept. */
export interface ThrowawayHome {
  readonly home: string;
  readonly workspace: string;
  remove(): Promise<void>;
}

/** How the names of such folders begin, and the file in them that says whose they are. */
export const throwawayPrefix = 'dragoman-home-';
export const throwawayOwnerFile = 'owner.json';

/**
 * Makes an empty HOME and beside it an empty workspace. They may lie below the system's temporary
 * folder because an agent is given another one for its own (`TMPDIR` in HOME).
 */
export async function createThrowawayHome(): Promise<ThrowawayHome> {
  const root = await makeTemporaryFolder(throwawayPrefix);
  // Where this process is killed, `doctor --reap` sees that nobody needs it any more.
  await writeFile(join(root, throwawayOwnerFile), JSON.stringify(thisOwner()), { mode: 0o600 });
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  await Promise.all([home, workspace].map((folder) => mkdir(folder, { mode: 0o700 })));
  return {
    home,
    workspace,
    remove: () => removeTree(root),
  };
}
