import { readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { foldersIn } from '../files/names-in.js';
import { statusOf } from '../files/status-of.js';
import { repositoriesBelow } from '../walls/repositories-below.js';
import type { RiskItem, WorkspaceScan } from './scan-workspace.js';
import { removeFile } from './take-back.js';

interface RepositoryLook {
  readonly workspace: string;
  /** Its `.git`, from the workspace. */
  readonly path: string;
  readonly since: number;
  readonly isNew: boolean;
  readonly status: Stats;
  /** Called where something of it can't be looked at. */
  readonly onUnknown: () => void;
}

/** A rebase under way runs what its list says when somebody goes on with it. */
const LISTS = ['rebase-merge/git-rebase-todo', 'rebase-apply', 'sequencer/todo'];

/** What git runs, or is led by, in a repository: files, and folders with whatever is in them. */
const RUN_BY_GIT = ['config', 'config.worktree', 'hooks', 'info/attributes', ...LISTS];

const OF_A_WORKTREE = ['commondir', 'gitdir', 'config.worktree', ...LISTS];

/** Folders that are searched. A link instead of one leads to other files. */
const LOOKED_INTO = ['info', 'modules', 'worktrees', 'rebase-merge', 'sequencer'];

/**
 * What of a repository was changed that git would run. A `commondir` in it is never right: with it git
 * reads another's configuration, so it is removed.
 */
export function scanRepository(look: RepositoryLook): RiskItem[] {
  const { path, since, isNew, status } = look;
  if (!status.isDirectory()) return isNew ? [item(path, status, since)] : [];
  const led = ledElsewhere(look, path);
  if (status.birthtimeMs >= since) return [...led, item(path, status, since)];
  const { paths: modules, incomplete } = repositoriesBelow(look.workspace, join(path, 'modules'));
  const worktrees = foldersIn(join(look.workspace, path, 'worktrees'));
  if (incomplete) look.onUnknown();
  return [
    ...led,
    ...modules.flatMap((module) => ledElsewhere(look, module)),
    ...[path, ...modules].flatMap((folder) => [
      ...changedIn(look, folder, RUN_BY_GIT),
      ...linksIn(look, folder),
    ]),
    ...worktrees.flatMap((name) => changedIn(look, join(path, 'worktrees', name), OF_A_WORKTREE)),
  ];
}

/**
 * The same of the data of a repository that is outside the workspace, by its real path. The items have
 * absolute paths.
 */
export function scanStore(store: string, since: number): WorkspaceScan {
  const [workspace, path] = [dirname(store), basename(store)];
  let incomplete = false;
  const onUnknown = (): void => {
    incomplete = true;
  };
  const status = statusOf(store);
  const look = { workspace, path, since, isNew: false, onUnknown };
  const items = status === undefined ? [] : scanRepository({ ...look, status });
  return { items: items.map((one) => ({ ...one, path: join(workspace, one.path) })), incomplete };
}

function linksIn({ workspace, since }: RepositoryLook, folder: string): RiskItem[] {
  return LOOKED_INTO.flatMap((name) => {
    const path = join(folder, name);
    const status = statusOf(join(workspace, path));
    if (status === undefined || !status.isSymbolicLink() || status.ctimeMs < since) return [];
    return [item(path, status, since)];
  });
}

function ledElsewhere({ workspace, since }: RepositoryLook, repository: string): RiskItem[] {
  const path = join(repository, 'commondir');
  const status = statusOf(join(workspace, path));
  if (status === undefined || status.ctimeMs < since) return [];
  return [{ ...item(path, status, since), undone: removeFile({ root: workspace, path }) }];
}

function changedIn(
  { workspace, since, onUnknown }: RepositoryLook,
  folder: string,
  names: readonly string[],
): RiskItem[] {
  return names.flatMap((name) => {
    const path = join(folder, name);
    const status = statusOf(join(workspace, path));
    if (status === undefined) return [];
    const within = status.isDirectory() ? namesIn(join(workspace, path), onUnknown) : [];
    const changed = within
      // Git makes examples of hooks that it never runs.
      .filter((entry) => !entry.endsWith('.sample'))
      .map((entry) => join(path, entry))
      .map((below) => [below, statusOf(join(workspace, below))] as const)
      .concat(status.isDirectory() ? [] : [[path, status]]);
    return changed.flatMap(([where, found]) =>
      // An empty one says nothing, and may stand there for another sandbox.
      found !== undefined && found.ctimeMs >= since && found.size > 0
        ? [item(where, found, since)]
        : [],
    );
  });
}

function namesIn(folder: string, onUnknown: () => void): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    onUnknown();
    return [];
  }
}

function item(path: string, status: Stats, since: number): RiskItem {
  const change = status.birthtimeMs >= since ? 'created' : 'changed';
  return { path, risk: 'repository', change };
}
