/**
 * orchestrator: runs. A strategy asks for tasks, each of which is done in a clone of its own; what they
 * did becomes branches, and the best is named. The stages of a clone are in `@dragoman/orchestrator/clones`.
 */

export type { RunStatus } from './log/run-summary.js';
export {
  type DamagedRun,
  type FoundRun,
  type ListRunsOptions,
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
