import { basename, dirname, join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import {
  checkMounts,
  type MountRequest,
  namesInSync,
  type SandboxProvider,
} from '@dragoman/sandbox';

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
  const programs = await Promise.all(
    searchPath.map((folder) => withItsLibraries(provider, folder, hidden)),
  );
  return {
    mounts: [
      ...asked.map((mount) => ({ ...mount, path: resolve(mount.path) })),
      ...programs.flat(),
    ],
    searchPath,
    writable: checked.flatMap(({ source, access, isFolder }) =>
      access === 'write' && isFolder ? [source] : [],
    ),
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
 * A folder `bin` with libraries beside it is a part of what was installed there, and is given with it:
 * `npm` of a Node is a link into `lib`. Where that would be too much, the folder is given alone.
 */
async function withItsLibraries(
  provider: Pick<SandboxProvider, 'abilities'>,
  folder: string,
  hidden: readonly string[],
): Promise<readonly MountRequest[]> {
  const alone = [{ path: folder }];
  const prefix = dirname(folder);
  const beside = namesInSync(prefix);
  if (basename(folder) !== 'bin' || !BESIDE.some((name) => beside.includes(name))) return alone;
  const whole = [{ path: join(prefix) }];
  return checkMounts(provider, whole, hidden).then(
    () => whole,
    () => alone,
  );
}
