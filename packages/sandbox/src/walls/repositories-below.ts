import { join } from 'node:path';
import { foldersIn } from '../files/names-in.js';
import { statusOf } from '../files/status-of.js';

/** Folders of a repository with many folders in them. */
const GITS: ReadonlySet<string> = new Set([
  ...['objects', 'refs', 'info', 'hooks', 'branches', 'worktrees', 'lfs'],
  ...['rebase-merge', 'rebase-apply', 'sequencer', 'logs'],
]);

/** So many folders are looked at for submodules. */
const MOST_FOLDERS = 200;

export interface FoundRepositories {
  /** From the workspace. */
  readonly paths: readonly string[];
  /** Whether there are more folders than were looked at. */
  readonly incomplete: boolean;
}

/** Repositories in a folder of git's, at any depth. Paths are from the workspace. */
export function repositoriesBelow(workspace: string, folder: string): FoundRepositories {
  const has = (path: string, name: string): boolean =>
    statusOf(join(workspace, path, name)) !== undefined;
  const paths: string[] = [];
  const waiting = [folder];
  for (let looked = 0; looked < MOST_FOLDERS; looked += 1) {
    const path = waiting.shift();
    if (path === undefined) return { paths, incomplete: false };
    const below = foldersIn(join(workspace, path)).map((name) => join(path, name));
    if (has(path, 'HEAD')) {
      paths.push(path);
      // A file HEAD in a folder above repositories doesn't hide them.
      waiting.push(...below.filter((inner) => !isGits(inner) || has(inner, 'config')));
    } else waiting.push(...below);
  }
  return { paths, incomplete: waiting.length > 0 };
}

function isGits(path: string): boolean {
  return GITS.has(path.slice(path.lastIndexOf('/') + 1));
}
