import { realpath } from 'node:fs/promises';
import { agents } from '@dragoman/agents';
import { defineScript, type WrittenScript } from '@dragoman/gateway';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readTurnRecord } from '../turn/turn-record.js';
import { createSession, type SessionOptions } from './create-session.js';

let fixture: TurnFixture;
beforeAll(async () => {
  await testAgent('codex');
  fixture = await createTurnFixture();
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  expect(await fixture.remains()).toEqual([]);
  await fixture.remove();
});

function access(...steps: WrittenScript['steps']) {
  return { kind: 'script', script: defineScript({ steps }) } as const;
}

/** A session of Codex whose model plays these steps, one script for each turn. */
function sessionOf(options: Partial<SessionOptions> = {}) {
  return createSession({
    agent: 'codex',
    cwd: fixture.workspace,
    sandbox: 'process',
    permission: 'bypass',
    stateDirectory: fixture.stateDirectory,
    cacheDir: testCacheDirectory(),
    access: access({ say: 'Done.' }),
    ...options,
  });
}

test('awaiting a turn alone gives its result, and the next turn remembers it', async () => {
  const session = sessionOf();
  expect(session.id).toBeUndefined();
  const first = await session.start('The word is ocarina.');
  expect(first).toMatchObject({ status: 'success', text: 'Done.', reason: undefined });
  expect(session.id).toBe(first.sessionId);
  const seen: string[] = [];
  const onRequest = (request: unknown) => void seen.push(JSON.stringify(request));
  const second = await session.start('Which word?', {
    access: { ...access({ say: 'Ocarina.' }), onRequest },
  });
  expect(second).toMatchObject({ text: 'Ocarina.', sessionId: first.sessionId });
  expect(seen.join()).toContain('The word is ocarina.');
  const later = sessionOf({ resume: session.id });
  expect(later.id).toBe(session.id);
  expect(await later.start('Again.')).toMatchObject({ sessionId: first.sessionId });
  const copy = sessionOf({ fork: session.id });
  const forked = await copy.start('Elsewhere.');
  expect(forked.sessionId).not.toBe(first.sessionId);
  expect(await copy.start('And on.')).toMatchObject({ sessionId: forked.sessionId });
});

test('a turn that fails is a result with its reason, and its events end without a throw', async () => {
  const failing = { fault: { status: 401, message: 'Wrong key.' } };
  const turn = sessionOf({ access: access(failing), retries: 0 }).start('Do it.');
  const types: string[] = [];
  for await (const event of turn) types.push(event.type);
  expect(types.at(-1)).toBe('end');
  const { status, reason, text, end } = await turn;
  expect({ status, text }).toEqual({ status: 'failed', text: '' });
  expect(reason).toContain('401');
  expect(end).toMatchObject({ status, reason });
});

test('two turns at once are refused; the first goes on, and then the next may begin', async () => {
  const session = sessionOf();
  const first = session.start('One.');
  await expect(session.start('Two.')).rejects.toMatchObject({ code: 'session_busy' });
  expect(await first).toMatchObject({ status: 'success' });
  expect(await session.start('Three.')).toMatchObject({ status: 'success' });
  for await (const { type } of session.start('Four.')) if (type === 'end') break;
  expect(await session.start('Five.')).toMatchObject({ status: 'success' });
});

test('what can not be started rejects, throws in a loop, and leaves the session free', async () => {
  const session = sessionOf({ cwd: '/nowhere/at/all' });
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  try {
    await expect(session.start('Do it.')).rejects.toMatchObject({ code: 'workspace_missing' });
    const read = async () => {
      for await (const _event of session.start('Do it.')) expect.unreachable();
    };
    await expect(read()).rejects.toMatchObject({ code: 'workspace_missing' });
    const ignored = session.start('Do it.');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(ignored).rejects.toMatchObject({ code: 'workspace_missing' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unheard);
  }
});

test('a setting that is undefined for a turn stays that of the session', async () => {
  const turn = sessionOf({ sandbox: 'process' }).start('Do it.', { sandbox: undefined });
  const kinds: string[] = [];
  for await (const event of turn) if (event.type === 'sandbox') kinds.push(event.kind ?? '');
  expect(kinds).toEqual(['process']);
});

test('the workspace is the one that was meant when the session was created', async () => {
  const current = vi.spyOn(process, 'cwd').mockReturnValue(fixture.workspace);
  const session = sessionOf({ cwd: '.' });
  current.mockRestore();
  const { turn } = await session.start('Do it.');
  const record = await readTurnRecord(turn.directory);
  expect(record?.workspace).toBe(await realpath(fixture.workspace));
});

test('without a key the variables are named that it could be in', async () => {
  vi.stubEnv('OPENAI_API_KEY', '');
  vi.stubEnv('CODEX_API_KEY', '');
  try {
    const starting = sessionOf({ access: undefined }).start('Do it.');
    await expect(starting).rejects.toMatchObject({ code: 'key_missing' });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('resume and fork together, and an agent that nobody knows, are refused at once', () => {
  expect(() => sessionOf({ resume: 'a', fork: 'b' })).toThrow('not both');
  expect(() => sessionOf({ agent: 'nobody' })).toThrow('names no agent');
});

test('a turn resumes or forks, not both', async () => {
  const asked = { resume: 'a', fork: 'b' };
  await expect(fixture.start(asked)).rejects.toMatchObject({ code: 'invalid_request' });
});

test.each(['agent', 'cwd', 'resume', 'fork', 'stateDirectory'])(
  'a turn does not take %s, which its session decides',
  async (name) => {
    const asked: object = { [name]: 'other' };
    const turn = sessionOf().start('x', asked);
    await expect(turn).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(name),
    });
  },
);

test('tools are executed, those of the turn beside those of the session', async () => {
  const call = (tool: string) => ({ mcp: { server: 'caller', tool, arguments: { n: 2 } } });
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
  class Doubling {
    readonly inputSchema = inputSchema;
    readonly factor = 2;
    execute({ n }: { n?: unknown }) {
      return Number(n) * this.factor;
    }
  }
  const session = sessionOf({
    access: access([call('double'), call('fail')], { say: 'Four.' }),
    tools: { double: new Doubling() },
  });
  const fail = { inputSchema, execute: () => Promise.reject(new Error('It broke.')) };
  const { status, messages } = await session.start('Double two.', { tools: { fail } });
  expect(status).toBe('success');
  const results = messages
    .flatMap(({ content }) => content)
    .filter((block) => block.type === 'tool_result');
  expect(results.map(({ content }) => JSON.stringify(content)).join()).toContain('4');
  expect(JSON.stringify(results)).toContain('It broke.');
});

test('a tool without execute waits for the answer of the caller, and a turn can be canceled', async () => {
  const call = { mcp: { server: 'caller', tool: 'ask', arguments: {} } };
  const ask = { inputSchema: { type: 'object' } };
  const session = sessionOf({ access: access(call, { say: 'Thanks.' }), tools: { ask } });
  const turn = session.start('Ask.');
  for await (const event of turn) {
    if (event.type === 'tool_request') await turn.answer(event.requestId, { output: 'yes' });
  }
  expect(await turn).toMatchObject({ status: 'success', text: 'Thanks.' });
  const waiting = session.start('Ask again.', { access: access(call) });
  for await (const event of waiting) {
    if (event.type === 'tool_request') void waiting.cancel('enough');
  }
  expect(await waiting).toMatchObject({ status: 'canceled' });
});

test('an agent of the caller is taken as it is', async () => {
  const own = { ...agents.codex, keys: { ...agents.codex.keys, keyVariables: ['OWN_KEY'] } };
  expect(await sessionOf({ agent: own }).start('Do it.')).toMatchObject({ status: 'success' });
  await expect(sessionOf({ agent: own, access: undefined }).start('Do it.')).rejects.toThrow(
    'OWN_KEY',
  );
  expect(() => sessionOf({ agent: { ...own, name: '../codex' } })).toThrow("can't be called");
  expect(() => sessionOf({ agent: { ...own, version: 'latest' } })).toThrow('exact version');
});
