import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNames, agents } from '@dragoman/agents';
import { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../test-inputs/memory-terminal.js';
import { runCli } from './run-cli.js';

let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'dragoman-cli-'));
});
afterAll(() => rm(empty, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

async function cli(...args: string[]) {
  const terminal = createMemoryTerminal();
  const code = await runCli(args, terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

describe('with nothing installed', () => {
  test('agents list names every agent and its default version', async () => {
    vi.stubEnv('DRAGOMAN_CACHE', empty);
    const { code, stdout } = await cli('agents', 'list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^AGENT +VERSION +PATH\n/);
    for (const name of agentNames) {
      const row = stdout.split('\n').find((line) => line.startsWith(`${name} `));
      expect(row?.split(/ +/)).toEqual([
        ...[name, agents[name].version, 'default', 'not', 'installed'],
      ]);
    }
  });

  test('agents list --json is for programs', async () => {
    vi.stubEnv('DRAGOMAN_CACHE', empty);
    const { stdout } = await cli('agents', 'list', '--json');
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'codex',
      package: '@openai/codex',
      defaultVersion: '0.166.0',
      abilities: expect.objectContaining({ resume: true, mcpServers: ['program', 'http'] }),
      installed: [],
    });
  });

  test('agents which fails with a hint on stderr and nothing on stdout', async () => {
    vi.stubEnv('DRAGOMAN_CACHE', empty);
    const { code, stdout, stderr } = await cli('agents', 'which', 'codex@0.58.0');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('dragoman agents install codex@0.58.0');
  });
});

test(
  'agents which prints the path of an installed agent and nothing else',
  async () => {
    const { executable } = await testAgent('codex');
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    expect(await cli('agents', 'which', 'codex')).toEqual({
      code: 0,
      stdout: `${executable}\n`,
      stderr: '',
    });
    const { stdout } = await cli('agents', 'list');
    expect(stdout).toContain(executable);
  },
  INSTALL_TIMEOUT_MS,
);

test(
  'agents install of what is there proves that it runs',
  async () => {
    await testAgent('codex');
    vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
    const { code, stdout, stderr } = await cli('agents', 'install', 'codex');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toBe(
      '  codex 0.166.0: checking that it runs\n✓ codex 0.166.0 is installed and runs\n',
    );
  },
  INSTALL_TIMEOUT_MS,
);

describe('a wrong command line exits with 2 and one clear line', () => {
  test.each([
    [['agents', 'install', 'cursor'], /^dragoman: "cursor" names no agent\./],
    [['agents', 'install', 'codex@latest'], /^dragoman: "latest" is not an exact version/],
    [['agents', 'install'], /^dragoman: Say which agent to install/],
    [['agents', 'which'], /^dragoman: missing required argument 'agent'/],
    [['agents', 'list', '--yaml'], /^dragoman: unknown option '--yaml'/],
    [['frobnicate'], /^dragoman: unknown command 'frobnicate'/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

test.each(['', 'demo', 'agents', 'agents install', 'translate', 'sessions list', 'sessions show'])(
  'help is data: %s --help',
  async (command) => {
    const args = [...command.split(' '), '--help'].filter(Boolean);
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: dragoman/);
  },
);

test('--version prints the version', async () => {
  expect(await cli('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});
