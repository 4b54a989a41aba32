import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, lstat, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '@dragoman/protocol/internal';
import { isThere } from './status-of.js';

/** Opens a folder only to stand in it, whatever its permissions are. Node has no name for it. */
const O_PATH = 0o10000000;

/** Where a folder that is open can be reached by its number, on Linux. */
const DESCRIPTORS = '/proc/self/fd';

/** Somebody may still be writing there in its last moments. */
const MOST_TRIES = 4;
const PAUSE_MS = 100;

/**
 * Removes a file or a folder with all that is in it, however deep: an agent can nest folders until no path
 * leads to the innermost any more. Folders in folders are moved up to the first one and emptied there,
 * so that no path is ever long. Links are removed and never followed, not even one that takes the place
 * of a folder meanwhile. Nothing there is no error.
 */
export async function removeTree(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await removeOnce(Buffer.from(path));
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT' && !(await isThere(path))) return;
      if (attempt === MOST_TRIES || (code !== 'ENOTEMPTY' && code !== 'ENOENT')) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function removeOnce(path: Buffer): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return unlink(path);
  await inFolder(path, (root) => emptyRoot(root));
  await rmdir(path);
}

/** A folder under a path that stays short and leads to nothing else. Names are bytes, not always text. */
type Folder = (name?: Buffer) => Buffer;

async function emptyRoot(root: Folder): Promise<void> {
  const prefix = `.removed-${randomUUID()}-`;
  let moved = 0;
  const moveUp = async (path: Buffer): Promise<void> => {
    moved += 1;
    const target = root(Buffer.from(`${prefix}${moved}`));
    await rename(path, target).catch(async (error) => {
      if (errorCode(error) !== 'EACCES') throw error;
      // Without write permission not even an empty folder can be moved.
      await inFolder(path, async () => {});
      await rename(path, target);
    });
  };
  for (;;) {
    const names = await namesOf(root);
    if (names.length === 0) return;
    for (const name of names) await removeEntry(root(name), moveUp);
  }
}

async function removeEntry(path: Buffer, moveUp: (path: Buffer) => Promise<void>): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return unlink(path);
  await inFolder(path, async (folder) => {
    for (const name of await namesOf(folder)) {
      const inner = folder(name);
      if ((await lstat(inner)).isDirectory()) await moveUp(inner);
      else await unlink(inner);
    }
  });
  await rmdir(path);
}

function namesOf(folder: Folder): Promise<Buffer[]> {
  return readdir(folder(), { encoding: 'buffer' });
}

/** Does something in a folder, with the right to do it. Rejects where it is no folder. */
async function inFolder(path: Buffer, work: (folder: Folder) => Promise<void>): Promise<void> {
  if (!existsSync(DESCRIPTORS)) {
    await allow(path);
    return work(reachedBy(path));
  }
  const flags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const handle = await open(path, flags);
  try {
    const own = Buffer.from(`${DESCRIPTORS}/${handle.fd}`);
    await allow(own);
    await work(reachedBy(own));
  } finally {
    await handle.close();
  }
}

function reachedBy(path: Buffer): Folder {
  return (name) => (name === undefined ? path : Buffer.concat([path, Buffer.from('/'), name]));
}

/** An agent can remove the permissions that are needed to empty its folder. */
async function allow(path: Buffer): Promise<void> {
  // A descriptor's path is a link to the folder itself.
  const { mode } = await lstat(Buffer.concat([path, Buffer.from('/.')])).catch(() => ({ mode: 0 }));
  if ((mode & 0o700) !== 0o700) await chmod(path, 0o700);
}
