import * as gateway from '@dragoman/gateway';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  runReadmeExample,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { expect, test, vi } from 'vitest';
import * as server from './index.js';
import * as node from './node/index.js';

const MODULES = {
  '@dragoman/gateway': gateway,
  '@dragoman/server': server,
  '@dragoman/server/node': node,
};

test(
  'the example in the README works as it stands',
  async () => {
    await requireProgram('bwrap', 'bubblewrap');
    await testAgent('codex');
    const { workspace, stateDirectory, remove } = await createTurnFixture();
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    vi.stubEnv('DRAGOMAN_STATE', stateDirectory);
    try {
      const readme = new URL('../README.md', import.meta.url);
      const { events } = await runReadmeExample(readme, MODULES, ['events'], {
        given: { workspace },
      });
      expect(events).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: 'message', content: 'Hello from a script.' }),
          expect.objectContaining({ type: 'end', status: 'success' }),
        ]),
      );
    } finally {
      vi.unstubAllEnvs();
      await remove();
    }
  },
  INSTALL_TIMEOUT_MS,
);
