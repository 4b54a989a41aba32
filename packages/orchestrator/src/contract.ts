/**
 * What the stages of a task hand on to each other, from a repository of the user's to a branch in it.
 * None of it refers to a run: whoever conducts one keeps these as data.
 */

export type ObjectFormat = 'sha1' | 'sha256';

/** Which files of a tree are checked out, as git keeps it in `info/sparse-checkout`. */
export interface SparsePatterns {
  readonly cone: boolean;
  readonly patterns: string;
}

/** A repository of the user's. All paths are real ones. */
export interface HostRepository {
  /** The folder whose files it has. A bare one has none. */
  readonly worktree?: string;
  /** What belongs to this worktree alone: its HEAD and its index. */
  readonly gitDir: string;
  /** What all worktrees share: objects, branches, configuration. */
  readonly commonDir: string;
  readonly objectFormat: ObjectFormat;
  /** Whether its history is cut off somewhere. */
  readonly shallow: boolean;
  /** Whether objects may be missing, because they are fetched when they are needed. */
  readonly partial: boolean;
  readonly sparse?: SparsePatterns;
}

/** The commit from which a task begins. It is found once and never looked up again. */
export interface Base {
  /** As it was asked for. */
  readonly text: string;
  readonly commit: string;
  /** The branch that was meant, by its short name, where it was one of this repository's. */
  readonly branch?: string;
}

/** Commits that workspaces share, with all that they reach and nothing else. Nobody writes to it. */
export interface Seed {
  /** Given to sandboxes to be read: workspaces have their objects from it. */
  readonly directory: string;
  /** The base first. */
  readonly commits: readonly string[];
  readonly objectFormat: ObjectFormat;
  /** Where history is cut off, as git keeps it in `shallow`. */
  readonly shallow?: string;
}

/** A branch that a workspace has beside its own. */
export interface IncludedBranch {
  /** A short name, such as `feature/x`. */
  readonly name: string;
  readonly commit: string;
}

/** The folder that an agent works in: a repository, sealed off from the user's. */
export interface Workspace {
  readonly name: string;
  readonly directory: string;
  readonly base: Base;
  /** The branch that is checked out at first. */
  readonly branch: string;
  readonly includes: readonly IncludedBranch[];
  readonly seed: Seed;
  readonly sparse?: SparsePatterns;
}

/** What becomes of work that an agent has not committed. */
export const uncommittedPolicies = ['commit', 'keep', 'fail'] as const;

/**
 * `commit`: it is committed, in a commit that says whose it is. `keep`: it stays in the workspace, which
 * is kept. `fail`: nothing is taken along.
 */
export type UncommittedPolicy = (typeof uncommittedPolicies)[number];

/** Something that an agent has left beside the branch it was on. */
export interface OtherWork {
  readonly kind: 'branch' | 'stash' | 'tag' | 'worktree';
  /** As the agent named it. */
  readonly name: string;
  readonly commit: string;
}

export interface UncommittedWork {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
  /** How many of the files git did not know. */
  readonly untracked: number;
  /** `committed`: in the last commit of the tip. `kept`: in the workspace alone. */
  readonly disposition: 'committed' | 'kept';
}

/** What an agent has made, taken out of its workspace. All of it is still the agent's word. */
export interface CollectedWork {
  readonly base: Base;
  /** What becomes the branch. */
  readonly tip: string;
  /** The file with the commits, where there are any that the base doesn't have. */
  readonly bundle?: string;
  readonly others: readonly OtherWork[];
  readonly uncommitted?: UncommittedWork;
  /**
   * Why the tree was read file by file: what git knows of it could not be had or believed. The commits of
   * the agent are then lost, unless `onto` says on which one the tree stands.
   */
  readonly recovered?: RecoveredTree;
  /** Branches and tags that could not be taken along, with the reason. */
  readonly lost: readonly LostWork[];
}

export interface RecoveredTree {
  readonly reason: string;
  /** The commit that its tree was put on: the base, or the last commit of the agent. */
  readonly onto: string;
  /** What is not in it, such as sockets and what can't be read. At most 100. */
  readonly leftOut: readonly string[];
}

export interface LostWork {
  readonly name: string;
  readonly reason: string;
}

/** Whose work an import is, for the note on its commit. Nothing in it names a path of this machine. */
export interface Provenance {
  /** The id of the task's execution. It is the name under `refs/dragoman`, and is stable. */
  readonly instance: string;
  /** Any more fields of the note: the run, the strategy, the key, the agent, the model. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** What to do when the branch is there already, with other work. */
export const conflictPolicies = ['fail', 'overwrite', 'suffix'] as const;
export type ConflictPolicy = (typeof conflictPolicies)[number];

export interface ImportStats {
  readonly commits: number;
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
}

/** What has become of collected work in the user's repository. */
export interface ImportedWork {
  readonly baseCommit: string;
  readonly commit: string;
  /** The branch that has it, by its short name. None where there was nothing to import. */
  readonly branch?: string;
  /** Why no branch was made now. */
  readonly dedupe?: 'no_changes' | 'same_task' | 'by_commit';
  /** Whether the agent has rewritten commits of the base. */
  readonly historyRewritten: boolean;
  /** Against the base, or against what is left of it. */
  readonly stats: ImportStats;
  /** Refs under `refs/dragoman/other/`, for what lay beside the branch. */
  readonly others: readonly ImportedRef[];
  readonly lost: readonly LostWork[];
  /** Paths of repositories in the tree, whose commits are not imported. */
  readonly submodules: readonly string[];
}

export interface ImportedRef extends OtherWork {
  readonly ref: string;
}
