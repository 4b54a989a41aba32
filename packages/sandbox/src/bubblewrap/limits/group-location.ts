import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where control groups for commands can be made: the folders that hold them. */
export interface GroupLocation {
  readonly version: 1 | 2;
  /** The same one twice where all controllers are in one tree, as in version 2. */
  readonly memory: string;
  readonly processes: string;
}

/** The kernel's files, as text. What can't be read is empty. */
export interface GroupView {
  /** `/proc/self/cgroup`: which groups this process is in. */
  readonly groups: string;
  /** `/proc/self/mountinfo`: where the trees of groups are mounted. */
  readonly mounts: string;
  read(path: string): string;
  /** Whether this process may make groups in a folder and put processes into them. */
  mayUse(folder: string): boolean;
}

interface Tree {
  readonly mountPoint: string;
  /** Which group of the tree the mount point shows. */
  readonly root: string;
  readonly type: string;
  readonly controllers: readonly string[];
}

/**
 * Where this process may make control groups that limit memory and processes, or `undefined`: on most
 * systems only root may, or whoever's part of the tree was handed over (delegated).
 */
export function groupLocation(view: GroupView): GroupLocation | undefined {
  const trees = view.mounts.split('\n').flatMap(readTree);
  return inOneTree(view, trees) ?? inTwoTrees(view, trees);
}

/**
 * Version 2: a group with processes can't have limited groups below it, so the location is the nearest
 * group above that hands both controllers on.
 */
function inOneTree(view: GroupView, trees: readonly Tree[]): GroupLocation | undefined {
  const tree = trees.find(({ type }) => type === 'cgroup2');
  const [, own] = /^0::(.*)$/m.exec(view.groups) ?? [];
  if (tree === undefined || own === undefined) return undefined;
  let folder = folderOf(tree, own);
  while (folder?.startsWith(tree.mountPoint)) {
    const handedOn = view.read(join(folder, 'cgroup.subtree_control')).trim().split(' ');
    const suits = ['memory', 'pids'].every((name) => handedOn.includes(name));
    if (suits && view.mayUse(folder)) return { version: 2, memory: folder, processes: folder };
    folder = dirname(folder);
  }
  return undefined;
}

/** Version 1: each controller has its own tree, and any group may have groups below it. */
function inTwoTrees(view: GroupView, trees: readonly Tree[]): GroupLocation | undefined {
  const find = (controller: string) => {
    const has = (tree: Tree) => tree.type === 'cgroup' && tree.controllers.includes(controller);
    const tree = trees.find(has);
    const own = groupOf(view.groups, controller);
    const folder = tree && own !== undefined ? folderOf(tree, own) : undefined;
    return folder !== undefined && view.mayUse(folder) ? folder : undefined;
  };
  const memory = find('memory');
  const processes = find('pids');
  return memory && processes ? { version: 1, memory, processes } : undefined;
}

/** A line of `mountinfo`: numbers, root, mount point, options, `-`, type, source, more options. */
function readTree(line: string): Tree[] {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root, mountPoint] = before.split(' ');
  const [type = '', , options = ''] = after.split(' ');
  if (!type.startsWith('cgroup') || root === undefined || mountPoint === undefined) return [];
  return [{ root, mountPoint, type, controllers: options.split(',') }];
}

function groupOf(groups: string, controller: string): string | undefined {
  for (const line of groups.split('\n')) {
    const [, controllers = '', ...path] = line.split(':');
    if (controllers.split(',').includes(controller)) return path.join(':');
  }
  return undefined;
}

function folderOf({ root, mountPoint }: Tree, group: string): string | undefined {
  if (root === '/') return resolve(mountPoint, `.${group}`);
  if (group !== root && !group.startsWith(`${root}/`)) return undefined;
  return resolve(mountPoint, `.${group.slice(root.length)}`);
}

let known: { readonly location: GroupLocation | undefined } | undefined;

/** The same for this process, looked for once. */
export function ownGroupLocation(): GroupLocation | undefined {
  known ??= {
    location: groupLocation({
      groups: readText('/proc/self/cgroup'),
      mounts: readText('/proc/self/mountinfo'),
      read: readText,
      mayUse: (folder) => [folder, join(folder, 'cgroup.procs')].every(isWritable),
    }),
  };
  return known.location;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
