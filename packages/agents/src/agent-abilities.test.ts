import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { type Ability, type AbilityTable, createAbilities } from './agent-abilities.js';
import type { TurnRequest } from './agent-command.js';
import { type AgentName, agentNames, agents } from './agents.js';
import { codexAbilities } from './codex/abilities.js';
import { createTranslator } from './interpret/translator.js';
import { isSupported } from './version-support.js';

/** `abilities.ts` in the folder of each agent, whose only export is the table. */
const TABLES = new Map(
  await Promise.all(
    agentNames.map(async (name) => {
      const module: Record<string, AbilityTable> = await import(`./${name}/abilities.ts`);
      return [name, module[`${name}Abilities`]] as const;
    }),
  ),
);

function tableOf(name: AgentName): AbilityTable {
  const table = TABLES.get(name);
  if (table === undefined) throw new Error(`${name}/abilities.ts exports no ${name}Abilities`);
  return table;
}

/** What is seen in what an agent writes, and not asked for. */
const SHOWN = ['deltas', 'reasoning', 'cost'] as const satisfies readonly Ability[];

/** A request for each of the others. Streaming is asked for by every one. */
const ASKED: readonly [Ability, (name: AgentName) => Partial<TurnRequest>][] = [
  ['streaming', () => ({})],
  ['resume', (name) => ({ resume: sessionOf(name) })],
  ['fork', (name) => ({ fork: sessionOf(name) })],
  ['ephemeral', () => ({ ephemeral: true })],
  ['input', () => ({ acceptsInput: true })],
  ['images', () => ({ images: ['a.png'] })],
  ['outputSchema', () => ({ outputSchema: { type: 'object' } })],
  ['maxTurns', () => ({ maxTurns: 3 })],
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

/** The id of a session that the agent itself began. */
function sessionOf(name: AgentName): string {
  for (const { agent, view, bytes } of recordings()) {
    if (agent !== name || view !== 'live') continue;
    const translator = createTranslator(agents[name].interpreter.live());
    const events = [...translator.push(bytes()), ...translator.flush()];
    const id = events.flatMap((event) =>
      event.type === 'init' ? (event.session_id ?? []) : [],
    )[0];
    if (id !== undefined) return id;
  }
  throw new Error(`No recording of ${name} has the id of its session.`);
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
  const support = tableOf(name)[ability];
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
  for (const name of agentNames) {
    expect(Object.keys(tableOf(name)).sort()).toEqual([...abilities].sort());
  }
});

describe.each(agentNames)('the command of %s', (name) => {
  test.each(ASKED)('does %s in exactly the versions that can', (ability, request) => {
    for (const version of versionsAround(name, ability)) {
      const asking = () => ask(name, version, request(name));
      const can = (key: Ability) => isSupported(tableOf(name)[key], version);
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
