import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chooseSession } from './choose-session.js';

const SIGNAL = new AbortController().signal;

let state: string;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'dragoman-sessions-'));
  const registry = createSessionRegistry(state);
  for (const [agent, sessionId] of [
    ['codex', '019a-1'],
    ['codex', '019a-2'],
    ['claude', '019a-3'],
    ['claude', '77'],
    ['claude', '77-7'],
    ['mine', '88-8'],
  ] as const) {
    registry.note({
      agent,
      sessionId,
      version: '1.2.3',
      home: join(state, 'homes', sessionId),
      workspace: '/work',
      sandbox: 'process',
      turns: 1,
      createdAt: '',
      updatedAt: '',
    });
  }
});
beforeEach(() => {
  vi.stubEnv('DRAGOMAN_STATE', state);
  vi.stubEnv('HOME', state);
  for (const name of ['CODEX_HOME', 'CLAUDE_CONFIG_DIR']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rm(state, { recursive: true, force: true }));

test.each([
  ['a whole id', { resume: '019a-1' }, 'codex', '019a-1'],
  ['a whole id with which another begins', { resume: '77' }, 'claude', '77'],
  ['the beginning of an id', { resume: '77-' }, 'claude', '77-7'],
  [
    'a beginning that only one of the agent has',
    { resume: '019', agent: 'claude' },
    'claude',
    '019a-3',
  ],
])('takes %s', async (_case, options, name, sessionId) => {
  const { agent, entry } = await chooseSession(options, state, SIGNAL);
  expect({ agent, sessionId: entry?.sessionId }).toEqual({
    agent: { name, version: '1.2.3' },
    sessionId,
  });
});

test.each([
  ['several', { resume: '019' }, 'session_ambiguous', '3 sessions of claude and codex'],
  [
    'several of an agent',
    { resume: '019', agent: 'codex' },
    'session_ambiguous',
    '2 sessions of codex',
  ],
  ["another agent's", { resume: '77', agent: 'codex' }, 'session_of_another', '--agent claude'],
  ["a stranger's", { resume: '88' }, 'session_of_another', 'is one of mine'],
  ['none', { resume: '5' }, 'session_unknown', 'begins with "5"'],
  ['an empty id', { resume: '' }, 'session_unknown', 'begins with ""'],
])('refuses %s', async (_case, options, code, words) => {
  await expect(chooseSession(options, state, SIGNAL)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  });
});
