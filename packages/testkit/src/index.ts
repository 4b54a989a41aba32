/**
 * testkit: what tests need to run real agent CLIs and to read what they wrote. Recordings, CLIs
 * installed for tests, fake ones for what no real one does, fixtures for turns and served ones, HOMEs that
 * are thrown away, small disks, a proxy that forwards nothing, and a package registry that can be slow or wrong.
 */
export { ChatState } from './chat-state.js';
export { CONTAINERS_TIMEOUT_MS, type TestContainers, testContainers } from './container-engine.js';
export { createFakeAgent, type FakeAgentName } from './create-fake-agent.js';
export { type CutProxy, startCutProxy } from './cut-proxy.js';
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
export { type RawTurnRequest, runRawTurn, saidIn, withThrowawayHome } from './raw-turn.js';
export {
  type RecordedTurn,
  type Recording,
  type RecordingMeta,
  recordings,
  recordingsFolder,
} from './recordings.js';
export { type RedisServer, type RedisServerOptions, startRedisServer } from './redis-server.js';
export { runReadmeExample } from './run-readme-example.js';
export {
  type FinishedTurn,
  runScenario,
  type Scenario,
  type ScenarioFixture,
  type ScenarioTurn,
} from './run-scenario.js';
export type { SessionFile } from './scenario-sessions.js';
export { type ServedTurns, type ServeTurnsOptions, serveTurns } from './serve-turns.js';
export { mountSmallDisk } from './small-disk.js';
export { requireProgram } from './system-package.js';
export { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from './test-agents.js';
export {
  type AnyRequest,
  answerRequests,
  createTurnFixture,
  type EndedTurn,
  type TestTurn,
  type TurnFixture,
} from './turn-fixture.js';
export { waitUntil } from './wait-until.js';
export { type OwnMarks, withOwnMarks } from './with-own-marks.js';
