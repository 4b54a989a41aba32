import { DragomanError } from '@dragoman/protocol';
import type { ConflictPolicy } from '../contract.js';

/** The refs of a repository that matter for one import, as they are under its lock. */
export interface TargetState {
  /** Branches by their short names. */
  readonly branches: ReadonlyMap<string, string>;
  /** Branches that are checked out somewhere. */
  readonly checkedOut: ReadonlySet<string>;
  /** Whether the note of the commit names this task already. */
  readonly notedForTask: boolean;
}

export type BranchPlan =
  | { readonly action: 'create' | 'update'; readonly branch: string; readonly old?: string }
  | {
      readonly action: 'none';
      readonly branch: string;
      readonly dedupe: 'same_task' | 'by_commit';
    };

const MOST_SUFFIXES = 50;

export interface BranchWish {
  readonly branch: string;
  readonly commit: string;
  readonly conflict: ConflictPolicy;
}

/**
 * What is to be done for a branch to have a commit. A branch that has it already is the answer, whoever
 * made it: so an import that was interrupted can be repeated. Throws `branch_exists` or
 * `branch_checked_out`.
 */
export function planBranch(wish: BranchWish, state: TargetState): BranchPlan {
  const { branch, commit, conflict } = wish;
  const names = conflict === 'suffix' ? suffixed(branch) : [branch];
  const same = names.find((name) => state.branches.get(name) === commit);
  if (same !== undefined) {
    const dedupe = state.notedForTask ? 'same_task' : 'by_commit';
    return { action: 'none', branch: same, dedupe };
  }
  const free = names.find((name) => !state.branches.has(name));
  if (free !== undefined) return { action: 'create', branch: checked(free, state) };
  const old = state.branches.get(branch);
  if (conflict === 'overwrite' && old !== undefined) {
    return { action: 'update', branch: checked(branch, state), old };
  }
  throw new DragomanError(
    'branch_exists',
    `There is a branch ${branch} with other work already${conflict === 'suffix' ? `, and so are ${MOST_SUFFIXES} after it` : ''}. Remove it, or have another name made (suffix) or the branch replaced (overwrite).`,
  );
}

function suffixed(branch: string): string[] {
  const more = Array.from({ length: MOST_SUFFIXES - 1 }, (_, at) => `${branch}_${at + 2}`);
  return [branch, ...more];
}

function checked(branch: string, { checkedOut }: TargetState): string {
  if (!checkedOut.has(branch)) return branch;
  throw new DragomanError(
    'branch_checked_out',
    `The branch ${branch} is checked out in a worktree, so its files would no longer be its. Switch that worktree to another branch.`,
  );
}
