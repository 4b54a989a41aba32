import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { shown, unsuitable } from './check-workspace.js';
import type { MountRequest, SandboxProvider } from './contract.js';
import { homeFolders } from './files/home-folders.js';
import { liesIn, realOrSame, realPath } from './files/real-path.js';
import { isThereSync } from './files/status-of.js';
import { shellFiles, startFiles, startFolders } from './walls/run-later-paths.js';

/** A file or folder that commands get, as it is on this machine and for them. */
export interface CheckedMount {
  /** Its real path. */
  readonly source: string;
  readonly target: string;
  readonly access: 'read' | 'write';
  readonly isFolder: boolean;
}

/** Files here control the kernel and services, and most of them are sockets and devices. */
const NEVER = ['/proc', '/dev', '/sys', '/run', '/boot'];

/** Where the user's keys and logins are, from home. A folder that holds one is not given by the way. */
const SECRETS: readonly string[] = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.netrc', '.git-credentials'],
  ...['.npmrc', '.pypirc', '.pgpass', '.my.cnf', '.vault-token', '.password-store', '.mozilla'],
  ...['.config/gcloud', '.config/gh', '.config/hub', '.config/op', '.config/rclone'],
  ...['.config/google-chrome', '.config/chromium', '.config/git/credentials'],
  ...['.local/share/keyrings', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials'],
  ...['.codex', '.claude', '.claude.json', '.gemini', '.local/share/opencode'],
  ...['Library/Keychains', 'Library/Application Support/Google/Chrome'],
];

/**
 * Mounts as a sandbox takes them. One that would give commands more than it says is refused with
 * `mount_unsuitable`, one that isn't there with `mount_missing`; where nothing confines commands, only
 * the latter.
 *
 * @param hidden folders in which Dragoman keeps its own files, by their real paths
 */
export async function checkMounts(
  { abilities }: Pick<SandboxProvider, 'abilities'>,
  mounts: readonly MountRequest[],
  hidden: readonly string[],
): Promise<readonly CheckedMount[]> {
  return Promise.all(
    mounts.map(async ({ path, access = 'read' }) => {
      const target = resolve(path);
      const source = await realPath(target);
      const status = await stat(source).catch((cause: unknown) => {
        throw refused('mount_missing', path, reasonOf(cause), cause);
      });
      const mount = { source, target, access, isFolder: status.isDirectory() };
      if (!abilities.confinesFiles) return mount;
      const why =
        status.isFile() || status.isDirectory()
          ? problemWith(mount, hidden)
          : 'it is neither a file nor a folder, and whoever answers there is not confined';
      if (why !== undefined) throw refused('mount_unsuitable', path, why);
      return mount;
    }),
  );
}

/**
 * Where a path leads to keys or logins of the user: the file or folder that they are in. A mount of it is
 * only what was asked for, so whoever takes it from a person asks that person.
 */
export function secretsAt(path: string): string | undefined {
  const source = realOrSame(resolve(path));
  return secretPaths().find(({ real }) => liesIn(real, source))?.path;
}

/** Where secrets may be, and where that leads. */
function secretPaths(): readonly { readonly path: string; readonly real: string }[] {
  return homeFolders()
    .flatMap((folder) => SECRETS.map((path) => join(folder, path)))
    .map((path) => ({ path, real: realOrSame(path) }));
}

function problemWith(
  { source, access }: CheckedMount,
  hidden: readonly string[],
): string | undefined {
  if (NEVER.some((folder) => liesIn(folder, source))) return 'it belongs to the system';
  const homes = homeFolders();
  const home = homes.find((folder) => liesIn(source, folder));
  if (home === source) return 'it is your home folder. Name what is needed in it';
  if (home !== undefined) return `it holds all of ${home}. Name what is needed in it`;
  const own = hidden.find((folder) => liesIn(folder, source) || liesIn(source, folder));
  if (own !== undefined) return `Dragoman keeps its own files in ${own}`;
  const secrets = secretPaths();
  const held = secrets.find(
    ({ real }) => real !== source && liesIn(source, real) && isThereSync(real),
  );
  if (held !== undefined) return `it holds ${held.real}. Name what is needed in it`;
  if (access === 'read') return shown(source);
  const secret = secrets.find(({ real }) => liesIn(real, source));
  if (secret !== undefined) return `keys and logins are in ${secret.path}: it can only be read`;
  const started = homes
    .flatMap((folder) =>
      [...shellFiles, ...startFiles, ...startFolders].map((path) => join(folder, path)),
    )
    .find((path) => liesIn(path, source) || liesIn(source, path));
  if (started !== undefined)
    return `your own programs run what is in ${started}: it can only be read`;
  return unsuitable(source, hidden);
}

function refused(code: string, path: string, why: string, cause?: unknown): DragomanError {
  const words = `${path} can't be given to the agent: ${why.replace(/\.$/, '')}.`;
  return new DragomanError(code, words, cause === undefined ? {} : { cause });
}
