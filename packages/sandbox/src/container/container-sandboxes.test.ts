import {
  CONTAINERS_TIMEOUT_MS,
  podmanSubject,
  sandboxConformance,
  shareSandbox,
} from '@dragoman/testkit/sandbox-conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';

let shared: ReturnType<typeof shareSandbox>;
beforeAll(async () => {
  shared = shareSandbox(await podmanSubject());
}, CONTAINERS_TIMEOUT_MS);
afterAll(() => shared.close());

describe('a sandbox of containers', () => {
  for (const { name, check } of sandboxConformance) {
    test(name, { timeout: 120_000 }, () => check(shared.subject));
  }
});
