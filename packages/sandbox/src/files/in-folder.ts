import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** Something in a folder in which nothing is trusted. */
export interface PathInFolder {
  /** A real path. */
  readonly root: string;
  /** From there, in plain names. */
  readonly path: string;
}

/**
 * Calls `work` with a path of the folder that something is in, and its name there. The folder stays the
 * one that it is: no link on the way is followed, and none that is put there later.
 */
export function inFolder<Result>(
  { root, path }: PathInFolder,
  work: (folder: string, name: string) => Result,
): Result {
  const names = path.split('/');
  const last = names.pop() ?? '';
  let folder = openSync(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  let known = root;
  try {
    for (const name of names) {
      const next = openSync(join(pathOf(folder, known), name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      closeSync(folder);
      folder = next;
      known = join(known, name);
    }
    return work(pathOf(folder, known), last);
  } finally {
    closeSync(folder);
  }
}

/** On Linux an open folder has a path that nobody can bend. Elsewhere its name must do. */
function pathOf(folder: number, name: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${folder}` : name;
}
