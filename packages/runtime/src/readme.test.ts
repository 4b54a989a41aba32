import * as gateway from '@dragoman/gateway';
import {
  createTurnPlace,
  INSTALL_TIMEOUT_MS,
  runReadmeExample,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as runtime from './index.js';

test(
  'the example in the README works as it stands',
  async () => {
    await testAgent('codex');
    const place = await createTurnPlace();
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    vi.stubEnv('DRAGOMAN_STATE', place.stateDirectory);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await place.remove();
    });
    const modules = { '@dragoman/gateway': gateway, '@dragoman/runtime': runtime };
    const readme = new URL('../README.md', import.meta.url);
    const given = { workspace: place.workspace };
    const { said, end } = await runReadmeExample(readme, modules, ['said', 'end'], { given });
    expect(said).toBe('Hello from a script.');
    expect(end).toMatchObject({ status: 'success', exit_code: 0 });
  },
  INSTALL_TIMEOUT_MS,
);
