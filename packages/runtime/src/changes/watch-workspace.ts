import type { ChangesEvent } from '@dragoman/protocol';
import { compareTrees } from './compare-trees.js';
import { type AddDiffs, createEditDiffs } from './edit-diffs.js';
import { keepContents } from './kept-contents.js';
import { readTree } from './workspace-tree.js';

/** What is said of the files that a turn changed. */
export type ChangesSetting = 'none' | 'files' | 'diffs';

export interface WatchOptions {
  /** A real path. */
  readonly workspace: string;
  /** A folder of Dragoman's to keep contents in. */
  readonly directory: string;
  /** Folders, by their real paths, that are not looked into. */
  readonly skip: readonly string[];
  readonly wanted: Exclude<ChangesSetting, 'none'>;
  /** The agent can't change anything. */
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

/**
 * Looks at a workspace before a turn, without git and without following or waiting for anything that an
 * agent may have made. How much is looked at, and kept, is limited; see decision 031.
 */
export async function watchWorkspace(options: WatchOptions): Promise<WatchedWorkspace> {
  const { workspace, directory, skip, wanted, isReadOnly, isOver } = options;
  if (isReadOnly) return unchanged;
  const before = await readTree({ workspace, skip, isOver });
  const kept = await keepContents(workspace, before, { directory, isOver });
  return {
    editDiffs: (inside) => createEditDiffs({ workspace, inside, kept }),
    async changes() {
      await kept.stop();
      try {
        const after = await readTree({ workspace, skip, earlier: before });
        return await compareTrees({ workspace, before, after, kept, diffs: wanted === 'diffs' });
      } finally {
        kept.close();
      }
    },
    async forget() {
      await kept.stop();
      kept.close();
    },
  };
}

/** A workspace in which nothing can change. */
const unchanged: WatchedWorkspace = {
  editDiffs: () => async (events) => events,
  changes: async () => ({ type: 'changes', files: [] }),
  forget: async () => {},
};
