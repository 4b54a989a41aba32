import type { CheckedOptions } from '../check-options.js';
import { liesIn } from '../files/real-path.js';
import type { Wall } from '../walls/wall.js';
import { type SeenFolder, seenPaths } from './seen-paths.js';

/**
 * What a command finds at a path: `none` an empty folder that stays empty, `fixed` what is there, to be
 * read and by nobody changed, `null` the device that is always empty, `scratch` its own folder.
 */
export type MountAccess = 'none' | 'read' | 'write' | 'fixed' | 'null' | 'scratch';

/** So much can be in a folder of the sandbox's own: it is in memory. */
export const scratchBytes = 64 * 1024 ** 2;

/** Something of this machine that is seen in a sandbox. */
export interface SandboxMount {
  readonly source: string;
  readonly target: string;
  readonly access: MountAccess;
}

/**
 * Which of two for one path holds: what was given is seen even where it is hidden, and what was given
 * twice has both; but a wall stays whatever was given.
 */
const PRECEDENCE: readonly MountAccess[] = [
  ...(['none', 'read', 'write', 'fixed', 'null', 'scratch'] as const),
];

/** One for each path, in the order in which they take effect together: what is within another is later. */
export function effectiveMounts<Mount extends SandboxMount>(
  mounts: readonly Mount[],
): readonly Mount[] {
  const byTarget = new Map<string, Mount>();
  for (const mount of mounts) {
    const other = byTarget.get(mount.target);
    if (other === undefined || rank(other) < rank(mount)) byTarget.set(mount.target, mount);
  }
  return [...byTarget.values()].sort((a, b) => depth(a.target) - depth(b.target));
}

/** Where the folders of a sandbox are in it. */
export interface InsideFolders {
  readonly workspace: string;
  readonly home: string;
  /** Where something of the workspace's repository is. Default: under the same path. */
  readonly repositoryPath?: (path: string) => string;
}

/** What the options give. A workspace that is in what is read-only can only be read. */
export function givenFolders(
  options: CheckedOptions,
  inside: InsideFolders,
): readonly SeenFolder[] {
  const { workspace, workspaceAccess, home, readable, readOnly, mounts } = options;
  const isFixed = readOnly.some((path) => liesIn(path, workspace));
  return [
    ...readable.map((path): SeenFolder => ({ source: path, target: path, access: 'read' })),
    ...mounts.map(({ source, target, access }): SeenFolder => ({ source, target, access })),
    ...repositoryFolders(options, inside),
    {
      source: workspace,
      target: inside.workspace,
      access: isFixed ? 'read' : workspaceAccess,
    },
    { source: home, target: inside.home, access: 'write' },
  ];
}

/** The files of the workspace's repository to read, and its data as the workspace is. */
function repositoryFolders(
  { repository, workspace, workspaceAccess }: CheckedOptions,
  { repositoryPath = (path) => path }: InsideFolders,
): SeenFolder[] {
  if (repository === undefined) return [];
  const { root, stores } = repository;
  const files = root === workspace ? [] : [{ path: root, access: 'read' as const }];
  const data = stores.map((path) => ({ path, access: workspaceAccess }));
  return [...files, ...data].map(({ path, access }) => ({
    source: path,
    target: repositoryPath(path),
    access,
  }));
}

export interface WallsAndGaps {
  readonly hidden: readonly string[];
  readonly walls: readonly Wall[];
}

/** What is given, with emptiness at what is hidden, and walls before what no command may change. */
export function sandboxMounts(
  given: readonly SeenFolder[],
  { hidden, walls }: WallsAndGaps,
): readonly SandboxMount[] {
  const gaps = seenPaths(given, hidden);
  const isHidden = (target: string): boolean =>
    gaps.some(
      (gap) =>
        liesIn(gap.target, target) &&
        !given.some((folder) => liesIn(gap.target, folder.target) && liesIn(folder.target, target)),
    );
  const walled = walls.flatMap((wall) =>
    seenPaths(given, [wall.path])
      .filter(({ target }) => !isHidden(target))
      .map((seen) => ({ ...seen, wall })),
  );
  return effectiveMounts([
    ...given,
    ...[...gaps, ...walled].flatMap(({ above }) => above.filter(canBeRenamed)),
    ...gaps.map(({ source, target }) => ({ source, target, access: 'none' }) as const),
    ...walled.map(wallMount),
  ]);
}

function wallMount({ source, target, wall }: SeenFolder & { readonly wall: Wall }): SandboxMount {
  switch (wall.placeholder) {
    case 'socket':
      return { source: '/dev/null', target, access: 'null' };
    case 'scratch':
      return { source, target, access: 'scratch' };
    default:
      return { source: wall.source ?? source, target, access: 'fixed' };
  }
}

function canBeRenamed({ access }: SeenFolder): boolean {
  return access === 'write';
}

function rank({ access }: SandboxMount): number {
  return PRECEDENCE.indexOf(access);
}

function depth(path: string): number {
  return path.split('/').length;
}
