import {
  CONTAINERS_TIMEOUT_MS,
  podmanSubject,
  type SandboxSubject,
  sandboxConformance,
} from '@dragoman/testkit/sandbox-conformance';
import { beforeAll, describe, test } from 'vitest';

let subject: SandboxSubject;
beforeAll(async () => {
  subject = await podmanSubject();
}, CONTAINERS_TIMEOUT_MS);

describe('a sandbox of containers', () => {
  for (const { name, check } of sandboxConformance) {
    test(name, { timeout: 120_000 }, () => check(subject));
  }
});
