import { join, relative, sep } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import type { CheckedOptions } from '../check-options.js';
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
  const wanted = [...readOnlyWalls(options), ...workspaceWalls(options, claimsBeside(directory))];
  const held = await holdPlaceholders(directory, wanted.flatMap(partsOf));
  const there = wanted.flatMap(({ root, path }) => {
    const real = realPathWithin(root, path);
    return real === undefined ? [] : [{ path: join(root, real) }];
  });
  return [
    ...hiddenFromGit(held, options.workspace, directory),
    ...there,
    ...held.map(({ root, path, kind }) => ({ path: join(root, path), placeholder: kind })),
  ];
}

/** What is to have a wall, in a folder that commands can write to. */
interface RootedWall extends WantedWall {
  readonly root: string;
}

function readOnlyWalls({
  readOnly,
  workspace,
  workspaceAccess,
  home,
}: CheckedOptions): RootedWall[] {
  const roots = workspaceAccess === 'write' ? [workspace, home] : [home];
  return readOnly.flatMap((path) => {
    const within = roots.filter((folder) => folder !== path && liesIn(folder, path));
    const root = within.sort((a, b) => b.length - a.length)[0];
    if (root === undefined) return [];
    return [{ root, path: relative(root, path), missing: 'folder' }];
  });
}

/** @param claimed what other sandboxes have put where there was nothing */
function workspaceWalls(options: CheckedOptions, claimed: ReadonlySet<string>): RootedWall[] {
  const { workspace, workspaceAccess, home, hidden, writable } = options;
  if (workspaceAccess === 'read') return [];
  const walls = [
    ...tableWalls(workspace, claimed),
    ...gitWalls(workspace, ''),
    ...nestedWalls(workspace, [home, ...hidden]),
  ].flatMap((wall) => [wall, ...linkTarget(workspace, wall)]);
  for (const path of writable) checkWritable(path, walls);
  return walls
    .filter(({ path }) => !writable.some((allowed) => liesIn(`/${allowed}`, `/${path}`)))
    .map((wall) => ({ root: workspace, ...wall }));
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
