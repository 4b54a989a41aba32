import {
  requireProgram,
  sandboxConformance,
  shareSandbox,
} from '@dragoman/testkit/sandbox-conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createBubblewrapSandboxes } from './bubblewrap-sandboxes.js';

beforeAll(() => requireProgram('bwrap', 'bubblewrap'), 600_000);

describe('a bubblewrap sandbox', () => {
  const { subject, close } = shareSandbox({
    provider: (stateDirectory: string) => createBubblewrapSandboxes({ stateDirectory }),
    elsewhere: { module: '@dragoman/sandbox', function: 'createBubblewrapSandboxes' },
  });
  afterAll(close);
  for (const { name, check } of sandboxConformance) {
    test(name, { timeout: 120_000 }, () => check(subject));
  }
});
