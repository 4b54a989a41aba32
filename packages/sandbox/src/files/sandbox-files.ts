import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';

/** A folder of this machine, and where it is in the sandbox. */
export interface SandboxFolder {
  readonly inside: string;
  /** Its real path on this machine. */
  readonly host: string;
}

export interface SandboxFiles {
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  readFile(path: string): Promise<Uint8Array>;
}

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;

/**
 * Reads and writes files in the folders of a sandbox, from outside. What runs inside may have made
 * links that lead out of them; those are not followed, neither at the end of a path nor on the way.
 */
export function createSandboxFiles(folders: readonly SandboxFolder[]): SandboxFiles {
  return {
    async writeFile(path, content) {
      const { root, below } = locate(folders, path);
      await inFolderOf(root, below, { make: true }, async (folder) => {
        const file = await openFile(`${folder}/${basename(below)}`, {
          path,
          flags: O_WRONLY | O_CREAT | O_TRUNC,
        });
        await file.writeFile(content).finally(() => file.close());
      });
    },
    async readFile(path) {
      const { root, below } = locate(folders, path);
      return inFolderOf(root, below, { make: false }, async (folder) => {
        const file = await openFile(`${folder}/${basename(below)}`, { path, flags: O_RDONLY });
        return file.readFile().finally(() => file.close());
      });
    },
  };
}

interface Location {
  readonly root: string;
  /** The path from there, without a way back up. */
  readonly below: string;
}

/** The innermost folder that a path is in. */
function locate(folders: readonly SandboxFolder[], path: string): Location {
  const within = folders
    .map(({ inside, host }) => ({ root: host, below: relative(inside, normalize(path)) }))
    .filter(({ below }) => isBelow(below))
    .sort((a, b) => a.below.length - b.below.length);
  const [location] = within;
  if (isAbsolute(path) && location !== undefined) return location;
  throw outside(path, folders.map(({ inside }) => inside).join(' and '));
}

function isBelow(path: string): boolean {
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function outside(path: string, folders: string): DragomanError {
  return new DragomanError(
    'sandbox_path_outside',
    `${path} can't be reached: only files in ${folders} of the sandbox can.`,
  );
}

/** Calls `work` with a path of the folder that the file is in, which stays that folder. */
async function inFolderOf<Result>(
  root: string,
  below: string,
  { make }: { readonly make: boolean },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  let folder = await open(root, O_RDONLY | O_DIRECTORY);
  try {
    for (const name of dirname(below).split(sep)) {
      if (name === '.') continue;
      const path = join(pathOf(folder, root), name);
      if (make) await mkdir(path).catch(unlessThere);
      const next = await open(path, O_RDONLY | O_DIRECTORY).catch((cause: unknown) => {
        throw unusable(below, cause);
      });
      await folder.close();
      folder = next;
      if (!(await isIn(root, folder, path))) throw outside(join(root, below), root);
    }
    return await work(pathOf(folder, join(root, dirname(below))));
  } finally {
    await folder.close();
  }
}

/** On Linux the path of an open folder can't be redirected. Elsewhere its name is used. */
function pathOf(folder: FileHandle, name: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : name;
}

async function isIn(root: string, folder: FileHandle, name: string): Promise<boolean> {
  const real =
    process.platform === 'linux'
      ? await readlink(`/proc/self/fd/${folder.fd}`)
      : await realpath(name);
  return real === root || isBelow(relative(root, real));
}

interface Opening {
  readonly path: string;
  readonly flags: number;
}

/** Does not wait if it is a pipe without a reader. */
async function openFile(realPath: string, { path, flags }: Opening): Promise<FileHandle> {
  const file = await open(realPath, flags | O_NOFOLLOW | O_NONBLOCK, 0o600).catch(
    (cause: unknown) => {
      throw unusable(path, cause);
    },
  );
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw unusable(path, new Error('it is no ordinary file'));
}

function unusable(path: string, cause: unknown): DragomanError {
  const isLink = errorCode(cause) === 'ELOOP';
  const why = isLink ? 'it is a link, which may lead anywhere' : errorMessage(cause);
  return new DragomanError('sandbox_file_unusable', `${path} can't be used: ${why}.`, { cause });
}

function unlessThere(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
