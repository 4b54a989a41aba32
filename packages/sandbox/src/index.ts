/**
 * sandbox: where a command runs. One contract, three kinds, and the one place in Dragoman that starts
 * processes on this machine (inside a sandbox its launcher does) and ends everything that came of them.
 */
export {
  type BubblewrapSandboxOptions,
  createBubblewrapSandboxes,
} from './bubblewrap/bubblewrap-sandboxes.js';
export { type AbilityOptions, checkAbilities, checkWritable } from './check-options.js';
export { checkWorkspace } from './check-workspace.js';
export { buildImage, type ImageBuild } from './container/build-image.js';
export {
  type ContainerSandboxes,
  type ContainerSandboxOptions,
  createContainerSandboxes,
} from './container/container-sandboxes.js';
export { engineEnvironment } from './container/engine-environment.js';
export { type EngineName, engineNames } from './container/engine-names.js';
export type { ContainerImage } from './container/inspect-image.js';
export {
  type DoorProgram,
  type FoundSandbox,
  type NetworkMode,
  networkModes,
  type Sandbox,
  type SandboxAbilities,
  type SandboxCheck,
  type SandboxCommand,
  type SandboxKind,
  type SandboxLimits,
  type SandboxOptions,
  type SandboxProcess,
  type SandboxProvider,
  sandboxKinds,
} from './contract.js';
export type { DoorPass } from './door/door-pass.mjs';
export { builtFile } from './files/built-file.js';
export { createFileOnce } from './files/create-file-once.js';
export { homeFolders } from './files/home-folders.js';
export { liesIn } from './files/lies-in.js';
export { makeFolder } from './files/make-folder.js';
export { namesIn } from './files/names-in.js';
export { pathExists } from './files/path-exists.js';
export { readJsonFile, readJsonFileSync } from './files/read-json-file.js';
export { realFolder } from './files/real-folder.js';
export { realOrSame, realPath } from './files/real-path.js';
export { removeTree } from './files/remove-tree.js';
export {
  isRunDirectoryOf,
  makeRunDirectory,
  runDirectoryOf,
  runRoot,
} from './files/run-directory.js';
export { makeTemporaryFolder } from './files/temporary-folder.js';
export { writeJsonFile } from './files/write-json-file.js';
export { collectText } from './process/collect-text.js';
export { dieWithParent } from './process/die-with-parent.js';
export { findProgram, type ProgramSearch, programVariable } from './process/find-program.js';
export { onceResourcesAreThere } from './process/once-resources-are-there.js';
export { isOutOfResources, outOfResources } from './process/out-of-resources.js';
export {
  type ProcessEntry,
  type ProcessSnapshot,
  readProcess,
  readProcesses,
} from './process/process-table.js';
export { type ProgramTrust, programDistrust } from './process/program-distrust.js';
export { type ProcessResult, runProcess } from './process/run-process.js';
export {
  type DetachedOptions,
  type DetachedProcess,
  spawnDetached,
} from './process/spawn-detached.js';
export {
  type ExitReason,
  type ProcessExit,
  type RunningProcess,
  type SpawnOptions,
  spawnProcess,
} from './process/spawn-process.js';
export { loadsCode, packagesBeside, systemFolders, systemPath } from './process/system-folders.js';
export { createProcessSandboxes, type ProcessSandboxOptions } from './process-sandbox.js';
export {
  isProcessOwner,
  ownerIsAlive,
  type ProcessOwner,
  thisOwner,
} from './record/process-owner.js';
export { type WorkspaceRisk, workspaceRisks } from './risk/risk-rules.js';
export { type RiskItem, scanWorkspace, type WorkspaceScan } from './risk/scan-workspace.js';
export {
  defaultSandboxKind,
  type SandboxesOptions,
  type SandboxProviders,
  sandboxProvider,
  sandboxProviders,
} from './sandboxes.js';
export { defaultStateDirectory } from './state-directory.js';
