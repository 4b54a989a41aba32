import { describe, expect, test } from 'vitest';
import type { TurnRequest } from './agent-command.js';
import { type AgentName, agentNames, agents } from './agents.js';
import { compareVersions } from './version-support.js';

test('orders versions by number, not by text', () => {
  const versions = ['0.166.0', '0.9.1', '1.0.0', '0.58.0', '0.9.0', '0.121.0'];
  expect(versions.sort(compareVersions)).toEqual([
    '0.9.0',
    '0.9.1',
    '0.58.0',
    '0.121.0',
    '0.166.0',
    '1.0.0',
  ]);
});

test('takes a pre-release for the release it leads to', () => {
  expect(compareVersions('0.121.0-alpha.2', '0.121.0')).toBe(0);
});

test('takes what is no number for 0, and what is missing too', () => {
  expect(compareVersions('0.58', '0.58.0')).toBe(0);
  expect(compareVersions('', '0.0.0')).toBe(0);
  expect(compareVersions('x.y', '0.1.0')).toBeLessThan(0);
});

function commandOf(name: AgentName, more: Partial<TurnRequest>) {
  return agents[name].command({
    prompt: 'Say hello.',
    endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
    cwd: '/workspace',
    home: '/home/agent',
    version: agents[name].version,
    ...more,
  });
}

const ignore = { projectSettings: 'ignore' } as const;

describe.each(agentNames)('the command of %s', (name) => {
  test('keeps git from what the workspace’s own settings would have it run', () => {
    expect(commandOf(name, ignore).env).toMatchObject({
      GIT_CONFIG_COUNT: '3',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: 'false',
    });
    expect(commandOf(name, {}).env).not.toHaveProperty('GIT_CONFIG_COUNT');
    expect(commandOf(name, { projectSettings: 'trust' }).env).not.toHaveProperty(
      'GIT_CONFIG_COUNT',
    );
  });
});

test('claude gets a switch for settings, where there is one; otherwise its files are listed', () => {
  const { args, files } = commandOf('claude', { ...ignore, cwd: '/work space' });
  expect(args.join(' ')).toContain(
    '--setting-sources user --strict-mcp-config --add-dir /home/agent/.claude/project --',
  );
  expect(files['.claude/project/CLAUDE.md']).toContain('@/work\\ space/CLAUDE.md\n');
  const older = { ...ignore, version: '1.0.100' };
  expect(commandOf('claude', older).args).not.toContain('--setting-sources');
  expect(agents.claude.projectFiles('1.0.100')).toEqual(['.claude', '.mcp.json']);
  expect(agents.claude.projectFiles(agents.claude.version)).toEqual([]);
});

test('codex trusts a project only on request; some versions trust all', () => {
  const trusted = 'projects={ "/workspace" = { "trust_level" = "trusted" } }';
  expect(commandOf('codex', { projectSettings: 'trust' }).args).toContain(trusted);
  expect(commandOf('codex', ignore).args.join(' ')).not.toContain('projects');
  const listing = ['0.58.0', '0.80.0', '0.92.0', '0.98.0', agents.codex.version].filter((version) =>
    agents.codex.projectFiles(version).includes('.codex'),
  );
  expect(listing).toEqual(['0.80.0', '0.92.0']);
});

test('gemini is kept from variables, where it can be, and never from its folder', () => {
  const settingsOf = (version: string) =>
    commandOf('gemini', { ...ignore, version }).files['.gemini/settings.json'];
  expect(settingsOf('0.61.0')).toContain('"ignoreLocalEnv": true');
  expect(settingsOf('0.40.1')).not.toContain('ignoreLocalEnv');
  expect(agents.gemini.projectFiles('0.61.0')).toEqual(['.gemini']);
  expect(agents.gemini.projectFiles('0.40.1')).toEqual(['.gemini', '.env']);
});

test('opencode is started outside of the workspace, where it follows PWD, and finds images still', () => {
  const images = ['a.png', '/elsewhere/b.png'];
  const { cwd, env, args } = commandOf('opencode', { ...ignore, images });
  expect({ cwd, PWD: env.PWD }).toEqual({ cwd: '/home/agent', PWD: '/workspace' });
  expect(args).toEqual(
    expect.arrayContaining(['--file=/workspace/a.png', '--file=/elsewhere/b.png']),
  );
  expect(commandOf('opencode', { images }).args).toContain('--file=a.png');
  expect(commandOf('opencode', { ...ignore, version: '1.1.65' })).not.toHaveProperty('cwd');
  expect(agents.opencode.projectFiles('1.1.65')).toContain('tsconfig.json');
  expect(agents.opencode.projectFiles('1.18.33')).not.toContain('tsconfig.json');
});
