import { basename, dirname, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import {
  checkMounts,
  type MountRequest,
  namesInSync,
  type SandboxProvider,
} from '@dragoman/sandbox';
import type { WritableMount } from '../changes/watch-workspace.js';

/** What a caller gives the agent beside the workspace. */
export interface GivenOptions {
  readonly mounts?: readonly (string | MountRequest)[] | undefined;
  readonly path?: readonly string[] | undefined;
}

/** What the agent's sandbox gets for it. */
export interface GivenMounts {
  readonly mounts: readonly MountRequest[];
  /** Folders of programs, in their order. */
  readonly searchPath: readonly string[];
  /** The folders that the agent may write to, by their real paths. */
  readonly writable: readonly string[];
  /** The same with the files. */
  readonly writableMounts: readonly WritableMount[];
}

/** What a program in `bin` needs beside it. */
const BESIDE = ['lib', 'lib64', 'libexec'];

/**
 * Files, folders and folders of programs that the agent is given. What would give it more is refused
 * with the sandbox's own words, before anything of the turn exists.
 *
 * @param hidden folders that no agent may see, by their real paths
 */
export async function givenMounts(
  { mounts = [], path = [] }: GivenOptions,
  provider: Pick<SandboxProvider, 'kind' | 'abilities'>,
  hidden: readonly string[],
): Promise<GivenMounts> {
  const asked = mounts.map((mount) => (typeof mount === 'string' ? { path: mount } : mount));
  const searchPath = path.map((folder) => resolve(folder));
  const checked = await checkMounts(provider, asked, hidden);
  for (const folder of searchPath) await checkPrograms(provider, folder, hidden);
  const writableMounts = checked.flatMap(({ source, access, isFolder }) =>
    access === 'write' ? [{ path: source, isFolder }] : [],
  );
  return {
    mounts: [
      ...asked.map((mount) => ({ ...mount, path: resolve(mount.path) })),
      ...searchPath.flatMap(withItsLibraries),
    ],
    searchPath,
    writable: writableMounts.flatMap(({ path, isFolder }) => (isFolder ? [path] : [])),
    writableMounts,
  };
}

async function checkPrograms(
  provider: Pick<SandboxProvider, 'abilities'>,
  folder: string,
  hidden: readonly string[],
): Promise<void> {
  const [mount] = await checkMounts(provider, [{ path: folder }], hidden);
  if (mount?.isFolder && !folder.includes(':')) return;
  throw new DragomanError(
    'mount_unsuitable',
    `${folder} can't be a folder of programs: ${folder.includes(':') ? 'its name has a colon' : 'it is a file'}.`,
  );
}

/**
 * Libraries beside a folder `bin` are given with it: `npm` of a Node is a link into `lib`. What else lies
 * there is not.
 */
function withItsLibraries(folder: string): readonly MountRequest[] {
  const alone = { path: folder };
  if (basename(folder) !== 'bin') return [alone];
  const prefix = dirname(folder);
  const beside = namesInSync(prefix);
  const libraries = BESIDE.filter((name) => beside.includes(name));
  return [alone, ...libraries.map((name) => ({ path: join(prefix, name) }))];
}
