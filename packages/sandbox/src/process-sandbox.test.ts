import { sandboxConformance } from '@dragoman/testkit/sandbox-conformance';
import { describe, test } from 'vitest';
import { createProcessSandboxes } from './process-sandbox.js';

describe('a process sandbox', () => {
  const subject = {
    provider: (stateDirectory: string) => createProcessSandboxes({ stateDirectory }),
    elsewhere: { module: '@dragoman/sandbox', function: 'createProcessSandboxes' },
  };
  for (const { name, check } of sandboxConformance) {
    test(name, { timeout: 120_000 }, () => check(subject));
  }
});
