import { createContainerSandboxes } from '@dragoman/sandbox';
import { type TestContainers, testContainers } from '../container-engine.js';
import type { SandboxSubject } from './sandbox-subject.js';

/** Sandboxes of containers, by podman, apart from the user's images and containers. */
export async function podmanSubject(): Promise<SandboxSubject & { containers: TestContainers }> {
  const containers = await testContainers();
  const options = { engine: 'podman', defaultImage: containers.image } as const;
  const environment = { ...process.env, ...containers.environment };
  return {
    containers,
    provider: (stateDirectory) =>
      createContainerSandboxes({ ...options, stateDirectory, environment }),
    elsewhere: {
      module: '@dragoman/sandbox',
      function: 'createContainerSandboxes',
      options,
      env: containers.environment,
    },
    node: 'node',
  };
}
