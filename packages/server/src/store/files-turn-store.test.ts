import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { turnStoreConformance } from '@dragoman/testkit/turn-store-conformance';
import { beforeAll, describe, test } from 'vitest';
import { createFilesTurnStore } from './files-turn-store.js';

beforeAll(() => testAgent('codex'), INSTALL_TIMEOUT_MS);

describe('turns in files keep the contract of stores', () => {
  for (const { name, check } of turnStoreConformance) {
    test(name, () => check({ open: createFilesTurnStore }));
  }
});
