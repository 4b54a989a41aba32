/**
 * sandbox: where a command runs. One contract, three kinds, and the one place in Dragoman that starts
 * processes and ends everything that came from them.
 */
export {
  type BubblewrapSandboxOptions,
  createBubblewrapSandboxes,
} from './bubblewrap/bubblewrap-sandboxes.js';
export { buildImage, type ImageBuild } from './container/build-image.js';
export { type EngineName, engineNames } from './container/container-engine.js';
export { defaultContainerLimits } from './container/container-limits.js';
export {
  type ContainerSandboxes,
  type ContainerSandboxOptions,
  createContainerSandboxes,
} from './container/container-sandboxes.js';
export { engineEnvironment } from './container/engine-environment.js';
export type { ContainerImage } from './container/inspect-image.js';
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
export { pathExists } from './files/path-exists.js';
export { readJsonFile } from './files/read-json-file.js';
export { collectText } from './process/collect-text.js';
export { dieWithParent } from './process/die-with-parent.js';
export { findProgram } from './process/find-program.js';
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
export { createProcessSandboxes, type ProcessSandboxOptions } from './process-sandbox.js';
export {
  isAlive,
  isProcessOwner,
  ownerIsAlive,
  type ProcessOwner,
  thisOwner,
} from './record/process-owner.js';
export {
  defaultSandboxKind,
  type SandboxesOptions,
  type SandboxProviders,
  sandboxProviders,
} from './sandboxes.js';
export { defaultStateDirectory } from './state-directory.js';
