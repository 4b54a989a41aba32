/**
 * clones: the git side of a run, for whoever conducts agents in another way. A repository becomes a sealed
 * clone for an agent, and what the agent did there becomes a branch.
 */

export { type CollectRequest, collectWork } from './collect/collect-work.js';
export {
  type Base,
  type CollectedWork,
  type ConflictPolicy,
  conflictPolicies,
  type HostRepository,
  type ImportedRef,
  type ImportedWork,
  type ImportStats,
  type IncludedBranch,
  type LostWork,
  type ObjectFormat,
  type OtherWork,
  type Provenance,
  type RecoveredTree,
  type Seed,
  type SparsePatterns,
  type UncommittedPolicy,
  type UncommittedWork,
  uncommittedPolicies,
  type Workspace,
} from './contract.js';
export { oldestVersion as oldestGitVersion } from './git/git-version.js';
export { checkNamespace, findHostRepository, type HostSearch } from './git/host-repository.js';
export { checkOwnBranch } from './git/ref-names.js';
export { type BaseRequest, resolveBase } from './git/resolve-base.js';
export { type Git, type GitCall, type GitOptions, type GitResult, openGit } from './git/run-git.js';
export { type UserConfigOptions, userConfigFile } from './git/user-config.js';
export { type ImportRequest, importWork } from './import/import-work.js';
export { leavesNothing } from './import/leaves-nothing.js';
export { type PreparedSeed, prepareSeed, type SeedRequest } from './seed/prepare-seed.js';
export { type PrunedSeeds, pruneSeeds } from './seed/prune-seeds.js';
export { createWorkspace, type WorkspaceRequest } from './workspace/create-workspace.js';
export {
  listWorkspaces,
  openWorkspace,
  removeWorkspace,
  type WorkspaceLocation,
  type WorkspaceRemoval,
} from './workspace/remove-workspace.js';
export { sparsePatterns } from './workspace/sparse-patterns.js';
export { setWorkspaceState, type WorkspaceRecord } from './workspace/workspace-record.js';
