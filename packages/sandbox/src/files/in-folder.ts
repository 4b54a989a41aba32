import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPlainFile } from './plain-file.js';

/** Much more than a list or a configuration has. */
const MOST_BYTES = 1024 * 1024;

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** Something in a folder in which nothing is trusted. */
export interface PathInFolder {
  /** A real path. */
  readonly root: string;
  /** From there, in plain names. */
  readonly path: string;
}

/**
 * Calls `work` with a path of the folder that contains something, and its name there. The folder is held
 * open: no link on the way is followed, and none that is created later.
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
      const next = openSync(
        join(heldPath(folder, known), name),
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
      );
      closeSync(folder);
      folder = next;
      known = join(known, name);
    }
    return work(heldPath(folder, known), last);
  } finally {
    closeSync(folder);
  }
}

/** The path of an open folder: on Linux one that can't be redirected, elsewhere its name. */
export function heldPath(folder: number, name: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${folder}` : name;
}

/**
 * The text of a file in a folder in which nothing is trusted. Nothing, where it can't be read, is too
 * long, or is something that would keep its reader waiting, such as a pipe.
 */
export function readTextIn(file: PathInFolder): string | undefined {
  try {
    return inFolder(file, (folder, name) =>
      withPlainFile(`${folder}/${name}`, (descriptor, { size }) =>
        size > MOST_BYTES ? undefined : readFileSync(descriptor, 'utf8'),
      ),
    );
  } catch {
    // It was removed, or can't be read.
    return undefined;
  }
}
