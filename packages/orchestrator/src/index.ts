/**
 * orchestrator: many agents at once, each in a sealed clone, and their work as branches. What is here now is
 * its git side: seed → workspace → collect → import.
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
export { type LockOptions, withFileLock } from './lock/file-lock.js';
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
