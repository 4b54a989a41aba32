import { dirname } from 'node:path';
import type { ChangesEvent } from '@dragoman/protocol';
import { liesIn } from '@dragoman/sandbox';
import { compareTrees, type TreePair } from './compare-trees.js';
import { type AddDiffs, createEditDiffs } from './edit-diffs.js';
import { type KeptContents, keepContents } from './kept-contents.js';
import { readFileTree, readTree } from './workspace-tree.js';

/** What is said of the files that a turn changed. */
export type ChangesSetting = 'none' | 'files' | 'diffs';

/** Something beside the workspace that the agent can write to. */
export interface WritableMount {
  /** A real path. */
  readonly path: string;
  readonly isFolder: boolean;
}

export interface WatchOptions {
  /** A real path. */
  readonly workspace: string;
  readonly mounts?: readonly WritableMount[];
  /** A folder of Dragoman's to keep contents in. */
  readonly directory: string;
  /** Folders, by their real paths, that are not looked into. */
  readonly skip: readonly string[];
  readonly wanted: Exclude<ChangesSetting, 'none'>;
  /** The agent can't change anything in the workspace. */
  readonly isReadOnly: boolean;
  readonly isOver: () => boolean;
}

/** A workspace as it was before a turn. */
export interface WatchedWorkspace {
  /**
   * Adds diffs to the edits that the agent reports without.
   *
   * @param inside the path of the workspace in the sandbox
   */
  editDiffs(inside: string): AddDiffs;
  /** What has changed since. To be asked for once, when nothing of the turn runs any more. */
  changes(): Promise<ChangesEvent>;
  /** For a turn that never began. */
  forget(): Promise<void>;
}

/** Who looks at an event sees these; of the others they learn how many there are. */
const MOST_FILES = 1000;
const MOST_DIFFS = 1024 * 1024;

/**
 * Looks at a workspace, and at what else the agent can write to, before a turn, without git and without
 * following or waiting for anything that an agent may have made. How much is looked at, and kept, is
 * limited; see decision 031.
 */
export async function watchWorkspace(options: WatchOptions): Promise<WatchedWorkspace> {
  const { workspace, wanted } = options;
  const roots: WatchedRoot[] = [];
  try {
    for (const root of rootsOf(options)) roots.push(await watchRoot(root, options));
  } catch (error) {
    await forgetAll(roots);
    throw error;
  }
  const own = roots.find(({ root }) => root.path === workspace);
  return {
    editDiffs: (inside) =>
      own === undefined
        ? async (events) => events
        : createEditDiffs({ workspace, inside, kept: own.kept }),
    async changes() {
      const found: ChangesEvent[] = [];
      try {
        for (const { compare } of roots) found.push(await compare(roomAfter(found, wanted)));
        return together(found);
      } finally {
        await forgetAll(roots);
      }
    },
    forget: () => forgetAll(roots),
  };
}

/** A folder, or a file, as it was before a turn. */
interface WatchedRoot {
  readonly root: Root;
  readonly kept: KeptContents;
  compare(room: Room): Promise<ChangesEvent>;
}

type Room = Pick<TreePair, 'diffs' | 'mostFiles'>;

interface Root extends WritableMount {
  readonly skip: readonly string[];
}

/** The workspace first. What lies in another of them is looked at there. */
function rootsOf({ workspace, mounts = [], isReadOnly, skip }: WatchOptions): Root[] {
  const own: WritableMount = { path: workspace, isFolder: true };
  const writable = isReadOnly ? mounts : [own, ...mounts];
  const isInAnother = ({ path }: WritableMount, at: number): boolean =>
    writable.some((other, index) =>
      other.path === path ? index < at : other.isFolder && liesIn(other.path, path),
    );
  return writable
    .filter((root, at) => root === own || !isInAnother(root, at))
    .map((root) => ({
      ...root,
      skip: root === own || isReadOnly ? skip : [...skip, workspace],
    }));
}

async function watchRoot(
  root: Root,
  { workspace, directory, isOver }: WatchOptions,
): Promise<WatchedRoot> {
  const { path, isFolder, skip } = root;
  const folder = isFolder ? path : dirname(path);
  const before = isFolder
    ? await readTree({ workspace: folder, skip, isOver })
    : readFileTree(path);
  const kept = await keepContents(folder, before, { directory, isOver });
  const prefix = path === workspace ? '' : `${folder}/`;
  return {
    root,
    kept,
    async compare(room) {
      await kept.stop();
      const after = isFolder
        ? await readTree({ workspace: folder, skip, earlier: before })
        : readFileTree(path);
      return compareTrees({ workspace: folder, prefix, before, after, kept, ...room });
    },
  };
}

/** What is left for one more. */
function roomAfter(found: readonly ChangesEvent[], wanted: WatchOptions['wanted']): Room {
  const files = found.flatMap((event) => event.files);
  const used = files.reduce((sum, { diff = '' }) => sum + diff.length, 0);
  return {
    mostFiles: Math.max(0, MOST_FILES - files.length),
    diffs: wanted === 'diffs' ? Math.max(0, MOST_DIFFS - used) : 0,
  };
}

function together(found: readonly ChangesEvent[]): ChangesEvent {
  const more = found.reduce((sum, event) => sum + (event.more ?? 0), 0);
  return {
    type: 'changes',
    files: found.flatMap(({ files }) => files),
    ...(more > 0 && { more }),
    ...(found.some(({ incomplete }) => incomplete) && { incomplete: true }),
  };
}

async function forgetAll(roots: readonly WatchedRoot[]): Promise<void> {
  for (const { kept } of roots) {
    await kept.stop();
    kept.close();
  }
}
