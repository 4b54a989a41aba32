import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { shown } from '../check-workspace.js';
import { homeFolders } from '../files/home-folders.js';
import { readTextIn } from '../files/in-folder.js';
import { namesInSync } from '../files/names-in.js';
import { liesIn } from '../files/real-path.js';
import { statusOf } from '../files/status-of.js';
import { parseGitConfig } from './parse-git-config.js';

/** The repository that a workspace belongs to. All paths are real ones. */
export interface Repository {
  /** The folder whose files it has: the workspace, or one above it. */
  readonly root: string;
  /** Where git keeps what belongs to this folder: its `.git`, or what a file `.git` names. */
  readonly gitFolder: string;
  /** The folders outside the workspace that git writes to. None where its `.git` is in it. */
  readonly stores: readonly string[];
  /** What all of it lies in, as far as paths between its parts are relative. */
  readonly base: string;
}

/** `refused`: why the repository of a workspace can't be shown to commands. */
export type RepositorySearch =
  | { readonly repository: Repository; readonly refused?: undefined }
  | { readonly repository?: undefined; readonly refused?: string };

/**
 * Finds the repository of a workspace, given by its real path, by going up to the first `.git`.
 *
 * A file `.git` names another folder, and an agent can write such a file. So it is believed only where
 * that folder names this one in turn, is one of git's, belongs to this user, and is where git puts it:
 * in `worktrees` of a repository, or in `.git/modules` of a folder above. Nothing of it is run.
 *
 * @param hidden folders that no command may see: a repository that holds one isn't shown
 */
export function findRepository(
  workspace: string,
  hidden: readonly string[] = [],
): RepositorySearch {
  const root = foldersUpFrom(workspace).find((folder) => isThere(join(folder, '.git')));
  if (root === undefined) return {};
  const dotGit = join(root, '.git');
  if (root !== workspace) {
    const why = tooMuch(root, hidden);
    // A repository of the whole home is about settings, not about the project in it.
    if (why !== undefined) return { refused: `${dotGit} is not shown: ${root} ${why}.` };
  }
  if (statusOf(dotGit)?.isDirectory()) {
    const stores = root === workspace ? [] : [dotGit];
    return { repository: { root, gitFolder: dotGit, stores, base: root } };
  }
  const link = linkIn(root);
  if (link === undefined) return { refused: `${dotGit} is neither a folder nor a link of git's.` };
  const found = asWorktree(root, link) ?? asSubmodule(root, link);
  if (found === undefined) {
    return {
      refused: `${dotGit} names ${link.target}, which is no worktree or submodule that names ${root} in turn.`,
    };
  }
  // A folder within the workspace is seen anyway.
  const stores = [found.store].filter((store) => !liesIn(workspace, store));
  const unsuitable = stores.map((store) => tooMuch(store, hidden)).find((why) => why !== undefined);
  if (unsuitable !== undefined)
    return { refused: `${found.store} is not shown: it ${unsuitable}.` };
  const base = link.isRelative ? commonFolder(root, found.store) : root;
  return { repository: { root, gitFolder: link.target, stores, base } };
}

/** From a folder to the root of the file system, without where links don't belong. */
function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [folder, ...foldersUpFrom(above)];
}

/** Why a folder is more than a repository that commands may see. */
function tooMuch(folder: string, hidden: readonly string[]): string | undefined {
  const home = homeFolders().find((path) => liesIn(folder, path));
  if (home !== undefined) return `holds all of ${home}`;
  const own = hidden.find((path) => liesIn(folder, path) || liesIn(path, folder));
  if (own !== undefined) return `holds files of Dragoman (${own})`;
  if (shown(folder) !== undefined) return 'holds sockets or temporary files of Dragoman';
  if (statusOf(folder)?.uid !== process.getuid?.()) return 'belongs to another user';
  return undefined;
}

interface GitLink {
  /** The real path of the folder that it names. */
  readonly target: string;
  readonly isRelative: boolean;
}

function linkIn(root: string): GitLink | undefined {
  const [, path] = /^gitdir: ([^\n]+)\n*$/.exec(readTextIn({ root, path: '.git' }) ?? '') ?? [];
  const target = path === undefined ? undefined : realFolderAt(resolve(root, path));
  if (path === undefined || target === undefined) return undefined;
  return { target, isRelative: !isAbsolute(path) };
}

interface FoundStore {
  /** The folder that git writes to. */
  readonly store: string;
}

/** `<store>/worktrees/<name>`, which has the way back in its file `gitdir`. */
function asWorktree(root: string, { target }: GitLink): FoundStore | undefined {
  const shared = textIn(target, 'commondir');
  const back = textIn(target, 'gitdir');
  if (shared === undefined || back === undefined) return undefined;
  const store = realFolderAt(resolve(target, shared));
  if (store === undefined || dirname(target) !== join(store, 'worktrees')) return undefined;
  const isLinked = leadsTo(resolve(target, back), join(root, '.git'));
  return isLinked && isOfGit(store) ? { store } : undefined;
}

/** `<above>/.git/modules/<name>`, which has the way back in its configuration. */
function asSubmodule(root: string, { target }: GitLink): FoundStore | undefined {
  const above = foldersUpFrom(dirname(root)).find((folder) =>
    liesIn(join(folder, '.git', 'modules'), target),
  );
  if (above === undefined || statusOf(join(above, '.git'))?.isDirectory() !== true)
    return undefined;
  const settings = parseGitConfig(textIn(target, 'config') ?? '');
  const back = settings.findLast(({ key }) => key === 'core.worktree')?.value;
  const isLinked = back !== undefined && leadsTo(resolve(target, back), root);
  return isLinked && looksLikeRepository(target) ? { store: target } : undefined;
}

/** What git puts into a repository. One with other things in it may be a folder that an agent made look like one. */
const GITS: ReadonlySet<string> = new Set([
  ...['HEAD', 'config', 'config.worktree', 'description', 'hooks', 'info', 'objects', 'refs'],
  ...['packed-refs', 'logs', 'worktrees', 'modules', 'branches', 'index', 'lfs', 'shallow'],
  ...['rebase-merge', 'rebase-apply', 'sequencer', 'rr-cache', 'gc.pid', 'gc.log', 'hooks.d'],
  ...['commondir', 'gitweb', 'annex', 'sharedindex', 'fsmonitor--daemon', 'fsmonitor--daemon.ipc'],
]);
const GIT_STATE =
  /^([A-Z_]+(_HEAD|_MSG|_MODE|_RR|_LOG|_EDITMSG|_RESULT|_PARTIAL|_WORKTREE)|.*\.lock)$/;

function isOfGit(store: string): boolean {
  if (!looksLikeRepository(store)) return false;
  return (
    basename(store) === '.git' ||
    namesInSync(store).every((name) => GITS.has(name) || GIT_STATE.test(name))
  );
}

function looksLikeRepository(store: string): boolean {
  const isFolder = (name: string) => statusOf(join(store, name))?.isDirectory() === true;
  const isFile = (name: string) => statusOf(join(store, name))?.isFile() === true;
  return isFile('HEAD') && isFile('config') && isFolder('objects') && isFolder('refs');
}

function leadsTo(path: string, expected: string): boolean {
  const folder = realFolderAt(dirname(path));
  return folder !== undefined && join(folder, basename(path)) === expected;
}

function textIn(folder: string, path: string): string | undefined {
  const text = readTextIn({ root: folder, path });
  return path === 'config' ? text : text?.trim();
}

function realFolderAt(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statusOf(real)?.isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function isThere(path: string): boolean {
  return statusOf(path) !== undefined;
}

function commonFolder(one: string, other: string): string {
  const names = one.split(sep);
  const others = other.split(sep);
  const differs = names.findIndex((name, at) => name !== others[at]);
  return names.slice(0, differs === -1 ? names.length : differs).join(sep) || sep;
}
