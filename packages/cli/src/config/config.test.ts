import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../test-inputs/memory-terminal.js';
import { runCli } from '../run-cli.js';
import { applyConfig, checkTrusted, optionsWith } from './apply-config.js';
import { type ConfigName, configKeys, configNames } from './config-keys.js';
import { configTrust } from './config-trust.js';
import { projectConfig } from './find-config.js';
import { readConfig } from './read-config.js';

let root: string;
let state: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-config-')));
  state = join(root, 'state');
  mkdirSync(join(root, 'project/sub'), { recursive: true });
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'config'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

function put(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return join(root, path);
}

const apply = (flags = {}, folder = 'project') => applyConfig(flags, join(root, folder), state);

test('a flag wins, then the project, then the user; lists add up', async () => {
  put(
    'config/dragoman/config.yaml',
    'model: small\nagent: gemini\npath: [~/bin]\nenv: [A=1, B=1]\n',
  );
  const file = put(
    'project/dragoman.config.json',
    '{"agent":"claude","path":["tools"],"env":["A=2"]}',
  );
  const config = await readConfig(file);
  if (config !== undefined) configTrust(state).trust(config);
  const flags = { network: 'none', env: ['A=3'] } as const;
  const applied = await apply(flags);
  expect(optionsWith(flags, applied)).toEqual({
    agent: 'claude',
    model: 'small',
    network: 'none',
    path: [join(root, 'project/tools'), join(process.env.HOME ?? '', 'bin')],
    env: ['A=1', 'B=1', 'A=2', 'A=3'],
  });
  expect(applied.settings).toContainEqual({
    name: 'agent',
    value: 'claude',
    source: 'project file',
    file,
  });
  expect(applied.settings).toContainEqual({
    name: 'sandbox',
    value: 'bubblewrap',
    source: 'default',
  });
});

describe('the file of a project', () => {
  test('is found up to the root of the repository, and no further', async () => {
    const above = put('dragoman.config.yaml', 'agent: claude\n');
    expect(await projectConfig(join(root, 'project/sub'))).toBeUndefined();
    execFileSync('git', ['init', '-q'], { cwd: join(root, 'project') });
    expect(await projectConfig(join(root, 'project/sub'))).toBeUndefined();
    const path = put('project/dragoman.config.yaml', 'agent: claude\n');
    expect(await projectConfig(join(root, 'project/sub'))).toMatchObject({ path });
    expect(await projectConfig(root)).toMatchObject({ path: above });
  });

  const LOOSENING: Readonly<Record<ConfigName, unknown>> = {
    agent: 'claude@1.0.0',
    model: undefined,
    sandbox: 'process',
    containerImage: 'evil',
    agentFrom: 'cache',
    network: 'host',
    permission: 'bypass',
    trustProject: true,
    writable: ['.git/config'],
    mount: ['/home'],
    env: ['TOKEN'],
    path: ['tools'],
    hideRepository: undefined,
    timeout: '2h',
    idleTimeout: '11m',
    effort: undefined,
    maxTurns: undefined,
    mcp: 'servers.json',
    agentArg: ['--danger'],
    allowWebSearch: true,
    budgetTokens: undefined,
    budgetUsd: undefined,
    budgetRequests: undefined,
    login: true,
    baseUrl: 'https://evil.example/v1',
  };
  const NEUTRAL: Readonly<Record<ConfigName, unknown>> = {
    agent: 'claude',
    model: 'opus',
    sandbox: 'bubblewrap',
    containerImage: undefined,
    agentFrom: undefined,
    network: 'none',
    permission: 'plan',
    trustProject: false,
    writable: [],
    mount: [],
    env: [],
    path: [],
    hideRepository: true,
    timeout: '30m',
    idleTimeout: 60,
    effort: 'low',
    maxTurns: 3,
    mcp: undefined,
    agentArg: [],
    allowWebSearch: false,
    budgetTokens: 1000,
    budgetUsd: 0.5,
    budgetRequests: 5,
    login: false,
    baseUrl: undefined,
  };

  test.each(configNames)('may not loosen %s, and may tighten it', async (name) => {
    if (LOOSENING[name] !== undefined) {
      put('project/dragoman.config.json', JSON.stringify({ [name]: LOOSENING[name] }));
      const applied = await apply();
      expect(applied.refused).toEqual([name]);
      expect(optionsWith({}, applied)).toEqual({});
      expect(() => checkTrusted(applied)).toThrow(/dragoman config trust .*dragoman.config.json/);
    }
    if (NEUTRAL[name] === undefined) return;
    put('project/dragoman.config.json', JSON.stringify({ [name]: NEUTRAL[name] }));
    expect((await apply()).refused).toEqual([]);
    expect(Object.hasOwn(configKeys, name)).toBe(true);
  });

  test.each([
    ['timeout: 5m', 'timeout: 10m'],
    ['budgetTokens: 100', 'budgetTokens: 101'],
    ['budgetUsd: 1', 'budgetUsd: 1.5'],
    ['permission: plan', 'permission: default'],
    ['hideRepository: true', 'hideRepository: false'],
    ['sandbox: container', 'sandbox: bubblewrap'],
  ])('may not go beyond what the user has set: %s, %s', async (own, project) => {
    put('config/dragoman/config.yaml', own);
    put('project/dragoman.config.yaml', project);
    expect((await apply()).refused).toEqual([project.split(':')[0]]);
  });

  test('counts once the user agreed to it, until it changes', async () => {
    const path = put('project/dragoman.config.yaml', 'network: host\n');
    const file = await readConfig(path);
    if (file === undefined) throw new Error('It is there.');
    configTrust(state).trust(file);
    expect(statSync(join(state, 'trusted-configs.json')).mode & 0o777).toBe(0o600);
    expect(optionsWith({}, await apply())).toEqual({ network: 'host' });
    put('project/dragoman.config.yaml', 'network: host\n#\n');
    const changed = await apply();
    expect(changed.refused).toEqual(['network']);
    expect(() => checkTrusted(changed)).toThrow('It has changed since you agreed to it.');
    put('project/dragoman.config.yaml', 'network: host\n');
    configTrust(state).forget(file);
    expect((await apply()).refused).toEqual(['network']);
  });

  test('that is a link is not read, which is said', async () => {
    put('elsewhere.yaml', 'agent: claude\n');
    const path = join(root, 'project/dragoman.config.yaml');
    symlinkSync(join(root, 'elsewhere.yaml'), path);
    expect(await readConfig(path)).toBeUndefined();
    const { project, notes } = await apply();
    expect(project).toBeUndefined();
    expect(notes).toEqual([
      `${path} is a link, and is not read: put the file itself in its place.`,
    ]);
    rmSync(path);
    expect((await apply()).notes).toEqual([]);
  });

  test('is none, and nothing to speak of, where there is a file instead of a project', async () => {
    put('project/file', '');
    const { project, notes } = await apply({}, 'project/file');
    expect([project, notes]).toEqual([undefined, []]);
  });

  test('is none, and nothing to speak of, where a sandbox keeps its place while a turn runs', async () => {
    const path = join(root, 'project/dragoman.config.yaml');
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await readConfig(path)).toBeUndefined();
    expect((await apply()).notes).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });
});

test.each([
  ['an unknown name', 'x.yaml', 'netwrok: none', 'no setting "netwrok". Did you mean "network"?'],
  ['a wrong value', 'x.yaml', 'network: all', 'network: '],
  ['a wrong item', 'x.yaml', 'path: [1]', 'path.0: '],
  ['an agent that there is not', 'x.yaml', 'agent: eliza', 'agent: name an agent'],
  ['a duration that is none', 'x.yaml', 'timeout: soon', 'timeout: Give a duration'],
  ['no JSON', 'x.json', '{', 'it is no JSON'],
  ['no YAML', 'x.yaml', 'a: [', "can't be used"],
  ['a list', 'x.yaml', '- agent', 'it has no settings'],
  ['aliases that multiply', 'x.yaml', bomb(), 'alias'],
  ['too much', 'x.yaml', `model: ${'x'.repeat(70_000)}`, 'longer than'],
])(
  'a file with %s is refused with its name and what is wrong',
  async (_what, name, text, words) => {
    const path = put(name, text);
    await expect(readConfig(path)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(words),
    });
  },
);

test('two files in one folder are refused', async () => {
  put('project/dragoman.config.yaml', '');
  put('project/dragoman.config.json', '{}');
  await expect(apply()).rejects.toMatchObject({ code: 'config_invalid' });
});

function bomb(): string {
  const lines = Array.from(
    { length: 9 },
    (_, at) => `x${at}: &x${at} [${Array(9).fill(`*x${at - 1}`)}]`,
  );
  return `x: &x-1 [a]\n${lines.join('\n')}\n`;
}

test('the settings of a folder that is not there are an error that says so', async () => {
  const terminal = createMemoryTerminal();
  expect(await runCli(['config', 'print', '--cwd', join(root, 'nope')], terminal)).not.toBe(0);
  expect(terminal.stdout()).toBe('');
  expect(terminal.stderr()).toContain(join(root, 'nope'));
});
