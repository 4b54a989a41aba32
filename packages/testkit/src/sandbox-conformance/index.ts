/**
 * The conformance suite of sandboxes, apart from the rest of the testkit: a kind of sandbox that is
 * tested needs nothing of what runs agents.
 */
export { CONTAINERS_TIMEOUT_MS, type TestContainers, testContainers } from '../container-engine.js';
export { requireProgram } from '../system-package.js';
export { podmanSubject } from './podman-subject.js';
export { sandboxConformance } from './sandbox-conformance.js';
export type { ConformanceCase, SandboxSubject } from './sandbox-subject.js';
export {
  type Finished,
  run,
  script,
  shareSandbox,
  shell,
  type TestFixture,
  withFixture,
} from './with-fixture.js';
