import { INSTALL_TIMEOUT_MS, runScenario, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { jsonLines } from '../../../test-inputs/json-lines.js';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

afterEach(() => vi.unstubAllEnvs());

async function sessions(...args: readonly string[]) {
  const terminal = createMemoryTerminal();
  const code = await runCli(['sessions', ...args], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

test(
  'sessions in a database are listed and shown by way of the CLI that keeps them',
  async () => {
    await testAgent('opencode');
    const installs = testCacheDirectory();
    await runScenario({
      agent: 'opencode',
      script: { name: 'database', steps: [{ run: 'echo 1' }, { say: 'It said 1.' }] },
      turns: [{ prompt: 'Say it.' }],
      readSessions: async ({ home, env, turns }) => {
        for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
        vi.stubEnv('DRAGOMAN_CACHE', installs);
        const id = /"sessionID":"(ses_\w+)"/.exec(turns[0]?.stdout ?? '')?.[1] ?? '';
        const listed = await sessions('list', '--agent', 'opencode', '--json', home);
        expect(jsonLines(listed.stdout)).toMatchObject([{ id, firstPrompt: 'Say it.', turns: 1 }]);
        const shown = await sessions('show', id, '--agent', 'opencode', '--home', home);
        expect(shown).toMatchObject({ code: 0, stderr: '' });
        expect(shown.stdout).toMatch(/Say it\..*echo 1.*It said 1\./s);
        return [];
      },
    });
  },
  INSTALL_TIMEOUT_MS,
);
