/**
 * sandbox: where a command runs. One contract, three kinds, and the one place in Dragoman that starts
 * processes and ends everything that came from them.
 */
export type {
  FoundSandbox,
  NetworkMode,
  Sandbox,
  SandboxAbilities,
  SandboxCheck,
  SandboxCommand,
  SandboxKind,
  SandboxLimits,
  SandboxOptions,
  SandboxProcess,
  SandboxProvider,
} from './contract.js';
export { collectText } from './process/collect-text.js';
export { dieWithParent } from './process/die-with-parent.js';
export {
  type ProcessEntry,
  type ProcessSnapshot,
  readProcess,
  readProcesses,
} from './process/process-table.js';
export { type ProcessResult, runProcess } from './process/run-process.js';
export {
  type ExitReason,
  type ProcessExit,
  type RunningProcess,
  type SpawnOptions,
  spawnProcess,
} from './process/spawn-process.js';
