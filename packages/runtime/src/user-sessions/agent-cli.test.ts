import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPath } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS, runScenario, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';
import { agentCli } from './agent-cli.js';

const LOADING = ['LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV'];

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
        expect(JSON.parse(listed.stdout)).toMatchObject([{ id, firstPrompt: 'Say it.', turns: 1 }]);
        const shown = await sessions('show', id, '--agent', 'opencode', '--home', home);
        expect(shown).toMatchObject({ code: 0, stderr: '' });
        expect(shown.stdout).toMatch(/Say it\..*echo 1.*It said 1\./s);
        return [];
      },
    });
  },
  INSTALL_TIMEOUT_MS,
);

test('a CLI gets the user’s variables, but none that makes it load code', async () => {
  // Not a temporary folder: any agent could have written what is in one, so nothing there is run.
  await mkdir(testCacheDirectory(), { recursive: true });
  const folder = await mkdtemp(join(testCacheDirectory(), 'cli-'));
  try {
    const program = join(folder, 'opencode');
    await writeFile(program, '#!/bin/sh\nexec /usr/bin/env\n', { mode: 0o755 });
    vi.stubEnv('DRAGOMAN_OPENCODE', program);
    vi.stubEnv('OPENCODE_CONFIG', '/home/me/opencode.json');
    for (const name of LOADING) vi.stubEnv(name, `planted-${name}`);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const said = await agentCli('opencode')(['export', 'ses_a']);
    expect(said).toContain('OPENCODE_CONFIG=/home/me/opencode.json\n');
    expect(said).not.toContain('planted');
    expect(said).toContain(`PATH=${systemPath()}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a CLI that is nowhere to be found is told how to install', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'dragoman-nothing-'));
  try {
    // One that merely stands on PATH is not run: an agent may have put it there.
    await writeFile(join(empty, 'opencode'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
    vi.stubEnv('PATH', empty);
    vi.stubEnv('DRAGOMAN_CACHE', empty);
    await expect(agentCli('opencode')(['export', 'ses_a'])).rejects.toMatchObject({
      code: 'cli_missing',
      message: expect.stringContaining('dragoman agents install opencode'),
    });
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
});
