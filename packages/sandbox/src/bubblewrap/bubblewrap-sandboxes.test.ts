import { requireProgram, sandboxConformance } from '@dragoman/testkit/sandbox-conformance';
import { beforeAll, describe, test } from 'vitest';
import { createBubblewrapSandboxes } from './bubblewrap-sandboxes.js';

beforeAll(() => requireProgram('bwrap', 'bubblewrap'), 600_000);

describe('a bubblewrap sandbox', () => {
  const subject = {
    provider: (stateDirectory: string) => createBubblewrapSandboxes({ stateDirectory }),
    elsewhere: { module: '@dragoman/sandbox', function: 'createBubblewrapSandboxes' },
  };
  for (const { name, check } of sandboxConformance) {
    test(name, { timeout: 120_000 }, () => check(subject));
  }
});
