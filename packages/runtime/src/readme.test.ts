import * as gateway from '@dragoman/gateway';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  runReadmeExample,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as runtime from './index.js';

const MODULES = { '@dragoman/gateway': gateway, '@dragoman/runtime': runtime };
const README = new URL('../README.md', import.meta.url);

/** The least that both need: an installed agent, and folders. */
async function turnFolders() {
  await testAgent('codex');
  const made = await createTurnFixture();
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  vi.stubEnv('DRAGOMAN_STATE', made.stateDirectory);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await made.remove();
  });
  return { workspace: made.workspace };
}

test(
  'the example in the README works as it stands',
  async () => {
    const given = await turnFolders();
    const { said, end } = await runReadmeExample(README, MODULES, ['said', 'end'], { given });
    expect(said).toBe('Hello from a script.');
    expect(end).toMatchObject({ status: 'success', exit_code: 0 });
  },
  INSTALL_TIMEOUT_MS,
);

test(
  'so does the one with a tool of the caller',
  async () => {
    const options = { under: 'Tools of the caller', given: await turnFolders() };
    const { end } = await runReadmeExample(README, MODULES, ['end'], options);
    expect(end).toMatchObject({ status: 'success', exit_code: 0 });
  },
  INSTALL_TIMEOUT_MS,
);
