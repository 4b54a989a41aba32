import { dirname, join, relative, resolve } from 'node:path';
import { readTextIn } from '../files/in-folder.js';
import { foldersIn } from '../files/names-in.js';
import { statusOf } from '../files/status-of.js';
import { realPathWithin } from './real-path-within.js';
import { repositoriesBelow } from './repositories-below.js';
import type { WantedWall } from './wall.js';

/** Configurations that name others that name others. */
const DEEPEST = 3;
const STAND_INS = {
  hooks: { missing: 'folder' },
  attributes: { missing: 'file' },
  include: { missing: 'file' },
  other: {},
} as const;
const SECTION = /^\s*\[\s*([^\]\s"]*)[^\]]*\]/;
const VARIABLE = /^\s*([a-z][a-z0-9-]*)\s*=\s*((?:"(?:\\.|[^"\\])*"|[^"#;])*)/i;

/**
 * What git of this machine runs, or is led by, in the repository of a folder: its hooks, its
 * configuration, and those of its submodules and worktrees. All else stays as git needs it. Paths are
 * from the workspace, which is given by its real path.
 */
export function gitWalls(workspace: string, folder: string): readonly WantedWall[] {
  const dotGit = join(folder, '.git');
  const status = statusOf(join(workspace, dotGit));
  if (status === undefined) return [];
  // A file says where the repository is: to write it is to choose another.
  if (status.isFile()) return [{ path: dotGit }, ...linkedWalls(workspace, folder)];
  const repository = realPathWithin(workspace, dotGit);
  return repository === undefined ? [] : repositoryWalls({ workspace, folder, repository });
}

interface Repository {
  readonly workspace: string;
  /** The folder whose files it has. */
  readonly folder: string;
  /** The folder that is its `.git`. */
  readonly repository: string;
}

function repositoryWalls(found: Repository): readonly WantedWall[] {
  const { workspace, repository } = found;
  const config = readText(workspace, join(repository, 'config'));
  const usesWorktreeConfig = /(^|\])\s*worktreeconfig\b(?!\s*=\s*(false|no|off|0)\b)/im.test(
    config,
  );
  const modules = join(repository, 'modules');
  const submodules = repositoriesBelow(workspace, modules);
  const worktrees = foldersIn(join(workspace, repository, 'worktrees'));
  return [
    { path: join(repository, 'config'), missing: 'file' },
    { path: join(repository, 'config.worktree'), missing: 'file' },
    { path: join(repository, 'hooks'), missing: 'folder' },
    { path: join(repository, 'info', 'attributes'), missing: 'file' },
    ...namedIn(config, found),
    // What wasn't looked at is kept as it is.
    ...(submodules.incomplete ? [{ path: modules }] : submodules.paths.flatMap(submoduleWalls)),
    ...worktrees.flatMap((name): WantedWall[] => {
      const path = join(repository, 'worktrees', name);
      return [
        { path: join(path, 'config.worktree'), ...(usesWorktreeConfig && { missing: 'file' }) },
        { path: join(path, 'commondir') },
        { path: join(path, 'gitdir') },
      ];
    }),
  ];
}

function submoduleWalls(path: string): WantedWall[] {
  return [
    { path: join(path, 'config'), missing: 'file' },
    { path: join(path, 'hooks'), missing: 'folder' },
    { path: join(path, 'info', 'attributes') },
  ];
}

/** The walls of the repository that a file `.git` leads to, where that is in the workspace. */
function linkedWalls(workspace: string, folder: string): readonly WantedWall[] {
  const link = /^gitdir: (.+)$/m.exec(readText(workspace, join(folder, '.git')))?.[1];
  const own = link === undefined ? undefined : pathWithin(workspace, folder, link);
  if (own === undefined) return [];
  const shared = readText(workspace, join(own, 'commondir')).trim();
  const common = shared === '' ? own : pathWithin(workspace, own, shared);
  return common === undefined ? [] : repositoryWalls({ workspace, folder, repository: common });
}

/**
 * Files and folders of the project that a configuration names as hooks, as attributes or as more
 * configuration, and what that names. Where there is nothing, something empty is put.
 */
function namedIn(config: string, found: Repository, depth = 0): WantedWall[] {
  const { workspace, folder, repository } = found;
  return namedPaths(config).flatMap(({ name, path }): WantedWall[] => {
    // Git reads these from the folder that it works in, and more configuration from beside the first.
    const from = name === 'include' || name === 'other' ? repository : folder;
    const target = relative(workspace, resolve(workspace, from, path));
    if (target === '' || target === '..' || target.startsWith('../')) return [];
    const wall = { path: target, ...STAND_INS[name] };
    if (name !== 'include' || depth === DEEPEST) return [wall];
    const more = readText(workspace, target);
    return [wall, ...namedIn(more, { ...found, repository: dirname(target) }, depth + 1)];
  });
}

function pathWithin(workspace: string, folder: string, path: string): string | undefined {
  return realPathWithin(workspace, relative(workspace, resolve(workspace, folder, path)));
}

/** A file's text, if it is one and of a size that makes sense. */
function readText(workspace: string, path: string): string {
  const real = realPathWithin(workspace, path);
  return (real === undefined ? undefined : readTextIn({ root: workspace, path: real })) ?? '';
}

/** A path that a configuration of git's names. */
interface NamedPath {
  /** What for. `other`: a program of some tool's. */
  readonly name: 'hooks' | 'attributes' | 'include' | 'other';
  readonly path: string;
}

/**
 * The paths that a configuration names. A section and a variable may be on one line, and a line may go on
 * after a backslash.
 */
export function namedPaths(config: string): readonly NamedPath[] {
  let section = '';
  return config
    .replaceAll(/\\\r?\n/g, '')
    .split('\n')
    .flatMap((line): NamedPath[] => {
      const header = SECTION.exec(line);
      if (header !== null) section = (header[1] ?? '').toLowerCase();
      const rest = line.slice(header?.[0].length ?? 0);
      const [, variable = '', value = ''] = VARIABLE.exec(rest) ?? [];
      const name = nameOf(section, variable.toLowerCase());
      const path = unquoted(value);
      return name === undefined || path === '' ? [] : [{ name, path }];
    });
}

function nameOf(section: string, variable: string): NamedPath['name'] | undefined {
  if (variable === 'hookspath') return 'hooks';
  if (variable === 'attributesfile') return 'attributes';
  if (variable !== 'path') return undefined;
  return /^include(if)?(\.|$)/.test(section) ? 'include' : 'other';
}

function unquoted(value: string): string {
  return value.trim().replaceAll(/\\(.)|"/g, '$1');
}
