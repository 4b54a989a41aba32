import { join, relative, sep } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { type CheckedOptions, writableFolders } from '../check-options.js';
import { homeFolders } from '../files/home-folders.js';
import { liesIn } from '../files/real-path.js';
import { statusOf } from '../files/status-of.js';
import { gitWalls } from './git-walls.js';
import { hiddenFromGit } from './hidden-from-git.js';
import { nestedWalls } from './nested-walls.js';
import { claimsBeside, holdPlaceholders, type Placeholder } from './placeholders.js';
import { linkTarget, realPathWithin } from './real-path-within.js';
import { runLaterPaths, shellFiles, startFiles, startFolders } from './run-later-paths.js';
import type { PlaceholderKind, Wall, WantedWall } from './wall.js';

/** Yarn fails if one of these exists and can't be read. */
const READ_BY_YARN: ReadonlySet<string> = new Set(['.npmrc', '.yarnrc', '.yarnrc.yml']);
const NONE: ReadonlySet<string> = new Set();
const STAND_INS = {
  file: { missing: 'socket' },
  folder: { missing: 'folder' },
  scratch: { missing: 'scratch' },
  left: {},
} as const;

/**
 * Raises walls before everything in the workspace and in HOME that no command may change: what is
 * read-only, and what is run later. Where there is nothing, something empty is put until the sandbox is
 * removed; `directory` is where its record lies.
 */
export async function raiseWalls(
  options: CheckedOptions,
  directory: string,
): Promise<readonly Wall[]> {
  const claimed = claimsBeside(directory);
  const wanted = [
    ...readOnlyWalls(options),
    ...workspaceWalls(options, claimed),
    ...mountWalls(options, claimed),
    ...repositoryWalls(options),
  ];
  const held = await holdPlaceholders(directory, wanted.flatMap(partsOf));
  const there = wanted.flatMap(({ root, path }) => {
    const real = realPathWithin(root, path);
    return real === undefined ? [] : [{ path: join(root, real) }];
  });
  return [
    ...hiddenFromGit(held, options, directory),
    ...there,
    ...held.map(({ root, path, kind }) => ({ path: join(root, path), placeholder: kind })),
  ];
}

/** What is to have a wall, in a folder that commands can write to. */
interface RootedWall extends WantedWall {
  readonly root: string;
}

function readOnlyWalls(options: CheckedOptions): RootedWall[] {
  const { readOnly, workspace, workspaceAccess } = options;
  const roots = writableFolders(options).filter(
    (folder) => workspaceAccess === 'write' || folder !== workspace,
  );
  return readOnly.flatMap((path) => inRoot(roots, { path, missing: 'folder' }));
}

/** A wall before an absolute path, in the innermost of these folders that it is in. */
function inRoot(roots: readonly string[], wall: WantedWall): RootedWall[] {
  const within = roots.filter((folder) => folder !== wall.path && liesIn(folder, wall.path));
  const root = within.sort((a, b) => b.length - a.length)[0];
  return root === undefined ? [] : [{ ...wall, root, path: relative(root, wall.path) }];
}

/** @param claimed what other sandboxes have put where there was nothing */
function workspaceWalls(options: CheckedOptions, claimed: ReadonlySet<string>): RootedWall[] {
  const { workspace, workspaceAccess, writable } = options;
  if (workspaceAccess === 'read') return [];
  const walls = projectWalls(workspace, options, claimed);
  for (const path of writable) checkWritable(path, walls);
  return walls
    .filter(({ path }) => !writable.some((allowed) => liesIn(`/${allowed}`, `/${path}`)))
    .map((wall) => ({ root: workspace, ...wall }));
}

/** A folder beside the workspace is as much a project as that, where it can be written. */
function mountWalls(options: CheckedOptions, claimed: ReadonlySet<string>): RootedWall[] {
  return options.mounts
    .filter(({ access, isFolder }) => access === 'write' && isFolder)
    .flatMap(({ source: root }) =>
      projectWalls(root, options, claimed).map((wall) => ({ root, ...wall })),
    );
}

function projectWalls(
  folder: string,
  { home, hidden }: CheckedOptions,
  claimed: ReadonlySet<string>,
): WantedWall[] {
  return [
    ...tableWalls(folder, claimed),
    ...gitWalls(folder, ''),
    ...nestedWalls(folder, [home, ...hidden]),
  ].flatMap((wall) => [wall, ...linkTarget(folder, wall)]);
}

/** What git runs of the workspace's repository, as far as it is in what commands can write to. */
function repositoryWalls(options: CheckedOptions): RootedWall[] {
  const { repository, workspace, workspaceAccess, writable } = options;
  if (workspaceAccess === 'read' || repository === undefined) return [];
  const { root, stores } = repository;
  if (stores.length === 0) return [];
  const allowed = writable.flatMap((path) =>
    path.startsWith('.git/') ? stores.map((store) => join(store, path.slice('.git/'.length))) : [],
  );
  return gitWalls('/', root.slice(1))
    .map((wall) => ({ ...wall, path: join('/', wall.path) }))
    .filter(({ path }) => !allowed.some((open) => liesIn(open, path)))
    .flatMap((wall) => inRoot([workspace, ...stores], wall));
}

function tableWalls(workspace: string, claimed: ReadonlySet<string>): WantedWall[] {
  const isHome = homeFolders().includes(workspace);
  const plainFiles = usesYarn(workspace) ? READ_BY_YARN : NONE;
  const atHome = (kind: PlaceholderKind) => (isHome ? { missing: kind } : {});
  return [
    ...runLaterPaths.flatMap((entry): WantedWall[] => {
      const { path, missing, parts } = entry;
      const whole = join(workspace, path);
      if (parts === undefined || statusOf(whole) === undefined || claimed.has(whole)) {
        return [{ path, ...STAND_INS[missing], ...(plainFiles.has(path) && { missing: 'file' }) }];
      }
      return parts.map((part) => ({
        path: join(path, part),
        missing: part.includes('.') ? 'socket' : 'folder',
      }));
    }),
    ...shellFiles.map((path): WantedWall => ({ path, missing: 'socket' })),
    ...startFiles.map((path): WantedWall => ({ path, ...atHome('socket') })),
    ...startFolders.map((path): WantedWall => ({ path, ...atHome('folder') })),
  ];
}

function usesYarn(workspace: string): boolean {
  return ['yarn.lock', '.yarn'].some((name) => statusOf(join(workspace, name)) !== undefined);
}

/** What stands behind a wall as a whole can't be opened in part. */
function checkWritable(allowed: string, walls: readonly WantedWall[]): void {
  const whole = walls.find(({ path }) => path !== allowed && liesIn(`/${path}`, `/${allowed}`));
  if (whole === undefined) return;
  throw new DragomanError(
    'writable_invalid',
    `${allowed} can't be made writable by itself, for ${whole.path} is read-only as a whole: name ${whole.path}.`,
  );
}

/**
 * The existing parts of a path, which may be placeholders already, and the first missing one. With an
 * empty folder there, nothing below it can be created.
 */
function partsOf({ root, path, missing }: RootedWall): Placeholder[] {
  if (missing === undefined) return [];
  const parts: Placeholder[] = [];
  const names = path.split(sep);
  for (const [at, name] of names.entries()) {
    const last = parts.at(-1)?.path ?? '';
    if (last !== '' && statusOf(join(root, last)) === undefined) break;
    const kind = at === names.length - 1 ? missing : 'folder';
    parts.push({ root, path: join(last, name), kind });
  }
  return parts;
}
