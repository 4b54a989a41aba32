import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentNames, agents } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jsonLines } from '../test-inputs/json-lines.js';
import { createMemoryTerminal } from '../test-inputs/memory-terminal.js';
import { EXIT } from './exit-code.js';
import { runCli } from './run-cli.js';

const SCRIPT = fileURLToPath(new URL('../../gateway/examples/hello.yaml', import.meta.url));

let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'dragoman-cli-'));
});
afterAll(() => rm(empty, { recursive: true, force: true }));
beforeEach(() => vi.stubEnv('DRAGOMAN_STATE', join(empty, 'state')));
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
    expect(stdout).toMatch(/^AGENT +VERSION +TRUST +PATH\n/);
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
    expect(jsonLines(stdout)).toContainEqual({
      name: 'codex',
      package: '@openai/codex',
      defaultVersion: '0.166.0',
      abilities: expect.objectContaining({ resume: true, mcpServers: ['program', 'http'] }),
      installed: [],
      changed: [],
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
    const which = await cli('agents', 'which', 'codex');
    expect(which).toMatchObject({ code: 0, stdout: `${executable}\n` });
    // A state folder that didn't see it being installed can't know where it came from.
    expect(which.stderr).toContain('its first install here is trusted');
    const { stdout } = await cli('agents', 'list');
    const row = stdout.split('\n').find((line) => line.includes(executable));
    expect(row).toContain('first use');
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
    [['agents', 'install'], /^dragoman: Name the agents to install/],
    [['agents', 'which'], /^dragoman: missing required argument 'agent'/],
    [['agents', 'list', '--yaml'], /^dragoman: unknown option '--yaml'/],
    [['frobnicate'], /^dragoman: unknown command 'frobnicate'/],
    [['exec', 'x', '--timeout', 'soon'], /Give a duration such as 90s, 10m, 1h/],
    [['exec', ' '], /^dragoman: The prompt is empty/],
    [['exec'], /^dragoman: The prompt is empty/],
    [['exec', 'say', 'hello'], /^dragoman: too many arguments .* Put the prompt in quotes\.$/m],
    [['exec', '--no-such'], /^\(see dragoman exec --help\)$/m],
    [['sessions', 'show'], /^\(see dragoman sessions show --help\)$/m],
    [['exec', 'x', '--agent', 'cursor'], /^dragoman: "cursor" names no agent\./],
    [['exec', 'x', '--script', 'a', '--replay', 'b'], /'--script <file>' cannot be used with/],
    [
      ['exec', 'x', '--script', SCRIPT, '--sandbox', 'process', '--network', 'none'],
      /^dragoman: A sandbox of the kind process can't do this: network none \(it has host\)/,
    ],
    [
      ['exec', 'x', '--script', SCRIPT, '--sandbox', 'process', '--container-image', 'node'],
      /^dragoman: A sandbox of the kind process can't do this: the image node\./,
    ],
    [
      ['exec', 'x', '--script', SCRIPT, '--sandbox', 'process', '--agent-from', 'image'],
      /^dragoman: A sandbox of the kind process has no image/,
    ],
    [['exec', 'x', '--base-url', ''], /^dragoman: The --base-url is not a URL\./],
    [['exec', 'x', '--base-url', 'ftp://a'], /^dragoman: The --base-url must begin with http/],
    [['exec', 'x', '--base-url', 'http://a?b'], /^dragoman: The --base-url must have no user/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

test.each([
  ['usage', 2],
  ['agent_unknown', 2],
  ['agent_version_inexact', 2],
  ['unsupported_option', 2],
  ['sandbox_unsupported', 2],
  ['key_missing', 2],
  ['sandbox_unavailable', 1],
  ['session_unknown', 1],
  ['a_code_of_no_list', 1],
])('a command that fails with %s exits with %i', async (error, expected) => {
  const terminal = createMemoryTerminal();
  // The first that doctor does.
  const status = () => {
    throw new DragomanError(error, 'No.');
  };
  expect(await runCli(['doctor'], { ...terminal, status })).toBe(expected);
  expect(terminal.stderr()).toMatch(/^dragoman: No\.\n/);
});

test.each([
  ...['', 'exec', 'demo', 'agents', 'agents install', 'translate', 'sessions list'],
  ...['sessions show', 'doctor'],
])('help is data: %s --help', async (command) => {
  const args = [...command.split(' '), '--help'].filter(Boolean);
  const { code, stdout, stderr } = await cli(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: dragoman/);
  expect(stdout.split('\n').filter((line) => /^\S.{80}/.test(line))).toEqual([]);
});

test('the help of exec names the variable of every agent’s key', async () => {
  const { stdout } = await cli('exec', '--help');
  for (const name of agentNames) {
    expect(stdout).toMatch(
      new RegExp(`^ +${name} +${agents[name].keys.keyVariables.join(' or ')}$`, 'm'),
    );
  }
});

test('the help of agents image build names the base image of the Containerfile', async () => {
  const path = new URL('../../../containers/agents/Containerfile', import.meta.url);
  const [, image] = /^ARG BASE_IMAGE=(.+)$/m.exec(await readFile(path, 'utf8')) ?? [];
  const { stdout } = await cli('agents', 'image', 'build', '--help');
  expect(stdout.replace(/\s+/g, ' ')).toContain(`(default: ${image})`);
});

test('a session that nobody began is unknown, and the message names the folders that were searched', async () => {
  for (const name of ['DRAGOMAN_STATE', 'HOME']) vi.stubEnv(name, empty);
  const { code, stderr } = await cli('exec', 'x', '--script', SCRIPT, '--resume', 'none-such');
  expect(code).toBe(125);
  expect(stderr).toMatch(
    /^dragoman: No session has an id that begins with "none-such", .* Looked in .*\.codex.* Nor is there one of dragoman exec, in /,
  );
});

test('the same exit codes are in the help, in the README and in the code', async () => {
  const { stdout } = await cli('--help');
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const inHelp = [...stdout.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => Number(code));
  const inReadme = [...readme.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  expect(inHelp).toEqual(Object.values(EXIT));
  expect(inReadme).toEqual(Object.values(EXIT));
});

test('--version prints the version', async () => {
  expect(await cli('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});
