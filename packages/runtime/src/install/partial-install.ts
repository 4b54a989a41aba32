import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '@dragoman/sandbox';
import type { InstallFolder } from './install-folder.js';
import { createOwner, isAbandoned, keepFresh, readOwner, writeOwner } from './install-lock.js';

/** Longer than an install takes: a partial of a process that only sleeps is not taken from it. */
const STALE_MS = 60 * 60 * 1000;

/** What the name of a partial has between the version and what makes it unique. */
export const partialInfix = '.partial-';

const OWNER_FILE = 'owner.json';

/** Half-done work on an install, in a folder that nobody takes for a finished one. */
interface PartialInstall {
  /** The install in the making. */
  readonly stage: string;
  /** Moves `stage` to where the install belongs, unless `isThere` says that somebody has put a sound one there. */
  putInstall(isThere: () => Promise<boolean>): Promise<void>;
  remove(): Promise<void>;
}

/** Makes room for an install. The folder says whose it is, so that others leave it alone. */
export async function createPartial(install: InstallFolder): Promise<PartialInstall> {
  const folder = `${install.directory}${partialInfix}${randomUUID()}`;
  const stage = join(folder, 'install');
  const owner = join(folder, OWNER_FILE);
  const removeFolder = () => removeTree(folder);
  try {
    await mkdir(folder);
    await writeOwner(owner, createOwner());
    await mkdir(stage);
  } catch (error) {
    await removeFolder();
    throw error;
  }
  const stopTouching = keepFresh(owner);
  return {
    stage,
    putInstall: (isThere) => moveInto(install.directory, { stage, isThere, folder }),
    async remove() {
      stopTouching();
      await removeFolder();
    },
  };
}

interface Move {
  readonly stage: string;
  readonly folder: string;
  readonly isThere: () => Promise<boolean>;
}

/** A folder that isn't empty can't be renamed over: what is in the way is looked at first. */
async function moveInto(directory: string, { stage, folder, isThere }: Move): Promise<void> {
  try {
    await rename(stage, directory);
  } catch {
    if (await isThere()) return;
    await rename(directory, join(folder, 'damaged')).catch(() => {});
    await rename(stage, directory);
  }
}

/** Removes what installs that were killed have left behind, and nothing of those that live. */
export async function removeAbandonedPartials(install: InstallFolder): Promise<void> {
  const names = await readdir(install.parent);
  const folders = names
    .map((name) => join(install.parent, name))
    .filter((path) => path.startsWith(`${install.directory}${partialInfix}`));
  await Promise.all(
    folders.map(async (folder) => {
      // Another process may be removing it too. What stays is removed the next time.
      await removeAbandonedPartial(folder).catch(() => {});
    }),
  );
}

/** Whether nobody will finish a partial. */
export async function isAbandonedPartial(folder: string): Promise<boolean> {
  const file = join(folder, OWNER_FILE);
  const owner = await readOwner(file);
  return isAbandoned(owner === undefined ? folder : file, owner, STALE_MS);
}

/** Removes a partial that nobody will finish. `false` when it isn't such. */
export async function removeAbandonedPartial(folder: string): Promise<boolean> {
  if (!(await isAbandonedPartial(folder))) return false;
  await removeTree(folder);
  return true;
}
