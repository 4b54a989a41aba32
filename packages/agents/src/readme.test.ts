import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as protocol from '@dragoman/protocol';
import { recordings, runReadmeExample } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import * as codex from './codex/index.js';
import * as agents from './index.js';

const README = new URL('../README.md', import.meta.url);
const MODULES = {
  '@dragoman/agents': agents,
  '@dragoman/agents/codex': codex,
  '@dragoman/protocol': protocol,
};

test('the example of a command works as it stands', async () => {
  const { command } = await runReadmeExample(README, MODULES, ['command']);
  expect(command).toMatchObject({ stdin: 'Fix the flaky test.', args: expect.any(Array) });
});

test('the example of reading what any agent wrote works as it stands', async () => {
  const { found, events } = await runReadmeExample(README, MODULES, ['found', 'events'], {
    under: 'Reading what any of them wrote',
  });
  expect(found).toEqual({ agent: 'gemini', view: 'live' });
  expect(events).toMatchObject([{ type: 'init', agent: 'gemini', session_id: '5c1b' }, {}]);
});

test('the example of reading stdout works as it stands', async () => {
  const { messages, unknown } = await runReadmeExample(README, MODULES, ['messages', 'unknown'], {
    under: 'Reading what Codex prints',
  });
  expect(messages).toMatchObject([
    {
      tool: 'codex',
      content: [
        { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
        { type: 'tool_result', content: 'a.txt\n' },
      ],
    },
  ]);
  expect(unknown).toBe(0);
});

test('the example of reading a saved session works as it stands', async () => {
  const recording = recordings().find(
    ({ agent, version, scenario, view }) =>
      agent === 'codex' && version === '0.166.0' && scenario === 'multi' && view === 'saved',
  );
  const home = await mkdtemp(join(tmpdir(), 'dragoman-readme-'));
  const { session, page, before, sessions, tokens } = await runReadmeExample(
    README,
    MODULES,
    ['session', 'page', 'before', 'sessions', 'tokens'],
    { under: 'Reading a saved session', given: { path: recording?.path, home } },
  ).finally(() => rm(home, { recursive: true }));
  expect(messagesOf(page)).toHaveLength(2);
  expect(messagesOf(before)).toHaveLength(2);
  expect(messagesOf(session).slice(-4)).toEqual([...messagesOf(before), ...messagesOf(page)]);
  expect(session).toMatchObject({ agent: 'codex' });
  expect(sessions).toEqual([]);
  expect(tokens).toMatchObject({ input_tokens: 3000, output_tokens: 150 });
});

function messagesOf(session: unknown): readonly unknown[] {
  const { messages }: { messages?: readonly unknown[] } = Object(session);
  return messages ?? [];
}

test('the table of abilities says what the agents say', async () => {
  const [head = [], ...rows] = tableRows(await readFile(README, 'utf8'), '### What each can do');
  const said = agents.agentNames.map((name) => {
    const column = head.indexOf(name);
    return Object.fromEntries(rows.map((row) => [row[0], row[column]] as const));
  });
  const meant = agents.agentNames.map((name) => {
    const abilities = Object.entries(agents.agents[name].abilities(agents.agents[name].version));
    return Object.fromEntries(abilities.map(([ability, can]) => [ability, inWords(can)] as const));
  });
  expect(said, 'packages/agents/README.md is out of date: run `npm run docs`').toEqual(meant);
});

/** The cells of the table below a heading. */
function tableRows(text: string, heading: string): string[][] {
  const lines = text.slice(text.indexOf(heading)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const last = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const [head = '', , ...rest] = lines.slice(first, last);
  return [head, ...rest].map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

function inWords(can: boolean | readonly string[]): string {
  if (typeof can !== 'boolean') return can.join(', ') || 'none';
  return can ? 'yes' : 'no';
}
