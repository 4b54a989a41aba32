import { constants, type Dirent } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, opendir, readlink, symlink } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { heldPath, liesIn } from '@dragoman/sandbox';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, COPYFILE_FICLONE, COPYFILE_EXCL } = constants;

/** Of the permissions, those of owner, group and others: a program with the rights of its owner is none. */
const PERMISSIONS = 0o777;

/** Files that are copied at once. */
const AT_ONCE = 16;

/**
 * Copies a folder with all that is in it. Where the file system can, files share their content until one
 * is changed. Links are copied as links and never followed; one that names something in the folder by
 * its whole path leads to the copy. Sockets, pipes and devices are left out.
 *
 * @param from a real path
 * @param to a folder that doesn't exist yet
 * @param named what it will be called in the end
 */
export async function copyTemplate(from: string, to: string, named: string = to): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await copyEntries({ from, named }, from, to);
}

interface Roots {
  readonly from: string;
  readonly named: string;
}

async function copyEntries(roots: Roots, from: string, to: string): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  for await (const entry of await opendir(from)) {
    if (failure !== undefined) break;
    const paths = [join(from, entry.name), join(to, entry.name)] as const;
    if (entry.isDirectory()) {
      await copyFolder(roots, ...paths);
      continue;
    }
    const copy: Promise<void> = copyEntry(roots, entry, ...paths)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(copy));
    running.add(copy);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure.error;
}

async function copyFolder(roots: Roots, from: string, to: string): Promise<void> {
  const { mode } = await lstat(from);
  await mkdir(to, { mode: 0o700 });
  await copyEntries(roots, from, to);
  // Last: nothing can be made in a folder that may not be written to.
  await chmod(to, mode & PERMISSIONS);
}

async function copyEntry(roots: Roots, entry: Dirent, from: string, to: string): Promise<void> {
  if (entry.isSymbolicLink()) {
    const target = await readlink(from);
    const isOwn = isAbsolute(target) && liesIn(roots.from, target);
    await symlink(isOwn ? join(roots.named, relative(roots.from, target)) : target, to);
  } else if (entry.isFile()) {
    await copyContent(from, to);
  }
}

/** What is opened is what is copied, also where a link takes its place meanwhile. */
async function copyContent(from: string, to: string): Promise<void> {
  const file = await open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) return;
    await copyFile(heldPath(file.fd, from), to, COPYFILE_FICLONE | COPYFILE_EXCL);
    await chmod(to, status.mode & PERMISSIONS);
  } finally {
    await file.close();
  }
}
