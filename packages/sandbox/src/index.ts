/**
 * sandbox: where a command runs. One contract, three kinds, and the only code in Dragoman that starts
 * processes on this machine (inside a sandbox its launcher does) and ends everything that came of them.
 */
export {
  type BubblewrapSandboxOptions,
  createBubblewrapSandboxes,
} from './bubblewrap/bubblewrap-sandboxes.js';
export { type CheckedMount, checkMounts, secretsAt } from './check-mounts.js';
export { type AbilityOptions, checkAbilities, checkWritable } from './check-options.js';
export { checkWorkspace } from './check-workspace.js';
export { buildImage, type ImageBuild } from './container/build-image.js';
export {
  type ContainerSandboxes,
  type ContainerSandboxOptions,
  createContainerSandboxes,
} from './container/container-sandboxes.js';
export { type EngineName, engineEnvironment, engineNames } from './container/engine-environment.js';
export type { ContainerImage } from './container/inspect-image.js';
export {
  type DoorProgram,
  type FoundSandbox,
  type MountRequest,
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
export { heldPath } from './files/in-folder.js';
export { readJsonFile, readJsonFileSync, writeJsonFile } from './files/json-file.js';
export { makeFolder, makeTemporaryFolder } from './files/make-folder.js';
export { namesIn, namesInSync } from './files/names-in.js';
export { withPlainFile } from './files/plain-file.js';
export { liesIn, realFolder, realOrSame, realPath } from './files/real-path.js';
export { removeTree } from './files/remove-tree.js';
export {
  isRunDirectoryOf,
  makeRunDirectory,
  runDirectoryOf,
} from './files/run-directory.js';
export { isThere, isThereSync, pathExists, statusOf } from './files/status-of.js';
export { findRepository, type Repository, type RepositorySearch } from './git/find-repository.js';
export { gitVariables } from './git/git-variables.js';
export { type IgnoreRules, parseIgnoreRules } from './git/gitignore.js';
export type { GitSetting } from './git/parse-git-config.js';
export {
  type GitSettingsOptions,
  type UserGitSettings,
  userGitSettings,
} from './git/user-git-settings.js';
export { dieWithParent } from './process/die-with-parent.js';
export { findProgram, type ProgramSearch, programVariable } from './process/find-program.js';
export {
  onceResourcesAreThere,
  outOfResources,
} from './process/out-of-resources.js';
export type { ProcessInput } from './process/process-input.js';
export {
  type ProcessEntry,
  type ProcessSnapshot,
  readProcess,
  readProcesses,
} from './process/process-table.js';
export { type ProgramTrust, programDistrust } from './process/program-distrust.js';
export { runInTerminal, type TerminalProgram } from './process/run-in-terminal.js';
export { collectText, type ProcessResult, runProcess } from './process/run-process.js';
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
export { type Pager, startPager } from './process/start-pager.js';
export { loadsCode, packagesBeside, systemFolders, systemPath } from './process/system-folders.js';
export { createProcessSandboxes, type ProcessSandboxOptions } from './process-sandbox.js';
export {
  isProcessOwner,
  ownerIsAlive,
  type ProcessOwner,
  thisOwner,
} from './record/process-owner.js';
export type { WorkspaceRisk } from './risk/risk-rules.js';
export { scanStore } from './risk/scan-repository.js';
export { type RiskItem, scanWorkspace, type WorkspaceScan } from './risk/scan-workspace.js';
export {
  defaultSandboxKind,
  type SandboxesOptions,
  type SandboxProviders,
  sandboxProvider,
  sandboxProviders,
} from './sandboxes.js';
export { defaultStateDirectory } from './state-directory.js';
export {
  defaultWorkspacesDirectory,
  hiddenAround,
  makeWorkspacesDirectory,
} from './workspaces-directory.js';
