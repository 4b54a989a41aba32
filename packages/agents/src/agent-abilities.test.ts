import { describe, expect, test } from 'vitest';
import { type Ability, type AbilityTable, createAbilities } from './agent-abilities.js';
import type { TurnRequest } from './agent-command.js';
import { type AgentName, agentNames, agents } from './agents.js';
import { claudeAbilities } from './claude/abilities.js';
import { codexAbilities } from './codex/abilities.js';
import { geminiAbilities } from './gemini/abilities.js';
import { opencodeAbilities } from './opencode/abilities.js';
import { isSupported } from './version-support.js';

const TABLES: Readonly<Record<AgentName, AbilityTable>> = {
  claude: claudeAbilities,
  codex: codexAbilities,
  gemini: geminiAbilities,
  opencode: opencodeAbilities,
};

/** What is seen in what an agent writes, and not asked for. */
const SHOWN = ['deltas', 'reasoning', 'cost'] as const satisfies readonly Ability[];

/** A request for each of the others. Streaming is asked for by every one. */
const ASKED: readonly [Ability, (name: AgentName) => Partial<TurnRequest>][] = [
  ['streaming', () => ({})],
  ['resume', (name) => ({ resume: sessionOf(name) })],
  ['fork', (name) => ({ fork: sessionOf(name) })],
  ['ephemeral', () => ({ ephemeral: true })],
  ['images', () => ({ images: ['a.png'] })],
  ['outputSchema', () => ({ outputSchema: { type: 'object' } })],
  ['retries', () => ({ retries: 2 })],
  ['mcpServers', () => ({ mcpServers: { demo: { command: 'demo' } } })],
  ['mcpServers with a url', () => ({ mcpServers: { demo: { url: 'http://127.0.0.1:80' } } })],
  ['permission default', () => ({ permission: 'default' })],
  ['permission plan', () => ({ permission: 'plan' })],
  ['permission acceptEdits', () => ({ permission: 'acceptEdits' })],
  ['permission bypass', () => ({ permission: 'bypass' })],
  ['reasoningEffort none', () => ({ reasoningEffort: 'none' })],
  ['reasoningEffort minimal', () => ({ reasoningEffort: 'minimal' })],
  ['reasoningEffort low', () => ({ reasoningEffort: 'low' })],
  ['reasoningEffort medium', () => ({ reasoningEffort: 'medium' })],
  ['reasoningEffort high', () => ({ reasoningEffort: 'high' })],
  ['reasoningEffort xhigh', () => ({ reasoningEffort: 'xhigh' })],
];

function sessionOf(name: AgentName): string {
  return name === 'opencode' ? 'ses_e1db83e3' : '0199a213-81c0-7800-8aa1-bbab2a035a53';
}

function ask(name: AgentName, version: string, more: Partial<TurnRequest>) {
  return agents[name].command({
    prompt: 'Say hello.',
    endpoint: { url: 'http://127.0.0.1:4711', token: 'turn-token' },
    cwd: '/workspace',
    home: '/home/agent',
    version,
    ...more,
  });
}

/** The default version of an agent, and those on both sides of a change. */
function versionsAround(name: AgentName, ability: Ability): string[] {
  const support = TABLES[name][ability];
  const changes = 'never' in support ? [] : [support.since, support.before];
  const known = changes.filter((version) => version !== undefined);
  return [agents[name].version, ...known, ...known.map(versionBefore)];
}

function versionBefore(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (patch > 0) return `${major}.${minor}.${patch - 1}`;
  return minor > 0 ? `${major}.${minor - 1}.999` : `${major - 1}.999.999`;
}

test('every ability is requested here, or is only listed', () => {
  const abilities = [...ASKED.map(([ability]) => ability), ...SHOWN];
  for (const table of Object.values(TABLES)) {
    expect(Object.keys(table).sort()).toEqual([...abilities].sort());
  }
});

describe.each(agentNames)('the command of %s', (name) => {
  test.each(ASKED)('does %s in exactly the versions that can', (ability, request) => {
    for (const version of versionsAround(name, ability)) {
      const asking = () => ask(name, version, request(name));
      const can = (key: Ability) => isSupported(TABLES[name][key], version);
      if (can(ability) && can('streaming')) {
        expect(asking).not.toThrow();
      } else {
        const lacking = can('streaming') ? ability : 'streaming';
        expect(asking).toThrow(
          expect.objectContaining({
            code: 'unsupported_option',
            message: expect.stringMatching(
              new RegExp(`^${name} ${version} can't do \`${lacking}\`: .+\\.$`),
            ),
          }),
        );
      }
    }
  });
});

test('a pre-release can do what its release can', () => {
  expect(agents.codex.abilities('0.148.0-alpha.3').fork).toBe(true);
});

test('what a version can do is given as lists where there are several ways', () => {
  const never = { never: 'it never did.' };
  const abilities = createAbilities({
    ...codexAbilities,
    'mcpServers with a url': { since: '2.0.0' },
    'permission bypass': never,
    'permission plan': { before: '2.0.0' },
    'reasoningEffort none': never,
    cost: {},
  });
  expect(abilities('1.0.0')).toMatchObject({
    cost: true,
    mcpServers: ['program'],
    permissions: ['default', 'plan', 'acceptEdits'],
    reasoningEfforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
  });
  expect(abilities('2.0.0')).toMatchObject({
    mcpServers: ['program', 'http'],
    permissions: ['default', 'acceptEdits'],
  });
});
