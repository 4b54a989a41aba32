/**
 * orchestrator: runs. A strategy asks for tasks, each of which is done in a clone of its own; what they
 * did becomes branches, and the best is named.
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
export type { RunStatus } from './log/run-summary.js';
export {
  type DamagedRun,
  type FoundRun,
  listRuns,
  type OpenRunOptions,
  openRun,
} from './run/open-run.js';
export type { Run, RunOutcome } from './run/run.js';
export { isRunId, newRunId } from './run/run-id.js';
export type { AccessOf, ResumeOptions, RunOptions, RunSettings } from './run/run-options.js';
export { resumeRun, startRun } from './run/start-run.js';
export type { AgentTask, CommandTask, TaskInput } from './run/task-input.js';
export type { ChangeStats, TaskResult } from './run/task-result.js';
export { type PreparedSeed, prepareSeed, type SeedRequest } from './seed/prepare-seed.js';
export { type PrunedSeeds, pruneSeeds } from './seed/prune-seeds.js';
export { type AnyStrategy, builtInStrategyNames } from './strategies/built-in-strategies.js';
export { parseCandidates } from './strategies/candidates.js';
export type { Role } from './strategies/role.js';
export {
  defineStrategy,
  type RunTaskOptions,
  type SelectOptions,
  type Strategy,
  type StrategyContext,
  type StrategyFunction,
  type StrategyInput,
  type TaskHandle,
  type TaskResults,
  type VerifyResult,
  type WaitAllOptions,
} from './strategies/strategy.js';
export {
  AggregateTaskFailed,
  KeyConflict,
  NoViableCandidates,
  StrategyDrift,
  TaskFailed,
} from './strategies/strategy-errors.js';
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
