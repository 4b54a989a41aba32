import * as agents from '@dragoman/agents';
import * as gateway from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, runReadmeExample, testCacheDirectory } from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as runtime from './index.js';

test(
  'the example in the README works as it stands',
  async () => {
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    onTestFinished(() => void vi.unstubAllEnvs());
    const modules = {
      '@dragoman/agents': agents,
      '@dragoman/gateway': gateway,
      '@dragoman/runtime': runtime,
    };
    const readme = new URL('../README.md', import.meta.url);
    const { output, exit } = await runReadmeExample(readme, modules, ['output', 'exit']);
    expect(output).toContain('Hello from a script.');
    expect(exit).toMatchObject({ exitCode: 0 });
  },
  INSTALL_TIMEOUT_MS,
);
