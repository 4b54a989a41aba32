/**
 * testkit: what tests need to run real agent CLIs and to read what they wrote. Recordings, CLIs
 * installed for tests, fake ones for what no real one does, places for turns and homes that are thrown
 * away, small disks, a trap for traffic that wants
 * out, and a package registry that can be slow or wrong.
 */
export { type AnyRequest, answerRequests } from './answer-requests.js';
export { CONTAINERS_TIMEOUT_MS, type TestContainers, testContainers } from './container-engine.js';
export { createFakeAgent, type FakeAgentName } from './create-fake-agent.js';
export {
  isWatchdog,
  type MachineProcess,
  machineProcesses,
  processesOf,
  watchdogOf,
} from './machine-processes.js';
export {
  type PackageRegistry,
  type PublishedPackage,
  type RegistryOptions,
  startPackageRegistry,
} from './package-registry.js';
export { type ProxyTrap, startProxyTrap } from './proxy-trap.js';
export { type Recording, recordings } from './recordings.js';
export { type RawTurnRequest, runRawTurn } from './run-raw-turn.js';
export { runReadmeExample } from './run-readme-example.js';
export {
  type FinishedTurn,
  runScenario,
  type Scenario,
  type ScenarioFixture,
  type ScenarioTurn,
  type SessionFile,
} from './run-scenario.js';
export { saidIn } from './said-in.js';
export { mountSmallDisk } from './small-disk.js';
export { requireProgram } from './system-package.js';
export { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from './test-agents.js';
export {
  createTurnFixture,
  type EndedTurn,
  type TestTurn,
  type TurnFixture,
} from './turn-fixture.js';
export { waitUntil } from './wait-until.js';
export { type OwnMarks, withOwnMarks } from './with-own-marks.js';
export { withThrowawayHome } from './with-throwaway-home.js';
