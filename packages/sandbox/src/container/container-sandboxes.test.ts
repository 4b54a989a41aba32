import {
  CONTAINERS_TIMEOUT_MS,
  sandboxConformance,
  type TestContainers,
  testContainers,
} from '@dragoman/testkit/sandbox-conformance';
import { beforeAll, describe, test } from 'vitest';
import { createContainerSandboxes } from './container-sandboxes.js';

let containers: TestContainers;
beforeAll(async () => {
  containers = await testContainers();
}, CONTAINERS_TIMEOUT_MS);

describe('a sandbox of containers', () => {
  const engine = 'podman';
  const subject = () => ({
    provider: (stateDirectory: string) =>
      createContainerSandboxes({
        engine,
        stateDirectory,
        defaultImage: containers.image,
        environment: { ...process.env, ...containers.environment },
      }),
    elsewhere: {
      module: '@dragoman/sandbox',
      function: 'createContainerSandboxes',
      options: { engine, defaultImage: containers.image },
      env: containers.environment,
    },
    node: 'node',
  });
  for (const { name, check } of sandboxConformance) {
    test(name, { timeout: 120_000 }, () => check(subject()));
  }
});
