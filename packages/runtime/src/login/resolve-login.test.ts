import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveModelAccess } from '../model/model-access.js';
import { createLoginStore } from './login-store.js';

const env = { OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: 'http://elsewhere.example' };

async function newState() {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-logins-'));
  onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
  return { stateDirectory, store: createLoginStore(stateDirectory) };
}

test('a login is used only if it is asked for, and then at the vendor’s own address', async () => {
  const { stateDirectory, store } = await newState();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  store.keep('codex', { token: 'made-up', accountId: 'account-1', expiresAt });
  expect(resolveModelAccess({ agent: 'codex', env, stateDirectory })).toEqual({
    kind: 'forward',
    key: 'a-key',
    baseUrl: 'http://elsewhere.example',
  });
  expect(resolveModelAccess({ agent: 'codex', env, stateDirectory, login: true })).toEqual({
    kind: 'forward',
    key: 'made-up',
    baseUrl: 'https://chatgpt.com/backend-api/codex',
    login: { agent: 'codex', headers: { 'chatgpt-account-id': 'account-1' } },
  });
});

test('whoever is not logged in learns what to type', async () => {
  const { stateDirectory, store } = await newState();
  store.keep('claude', { token: 'made-up' });
  const asking = () => resolveModelAccess({ agent: 'codex', env, stateDirectory, login: true });
  expect(asking).toThrow(expect.objectContaining({ code: 'login_missing' }));
  expect(asking).toThrow('dragoman login codex');
});

test('an expired login is said before the turn', async () => {
  const { stateDirectory, store } = await newState();
  store.keep('codex', { token: 'made-up', expiresAt: '2026-01-01T00:00:00.000Z' });
  const asking = () => resolveModelAccess({ agent: 'codex', env, stateDirectory, login: true });
  expect(asking).toThrow(expect.objectContaining({ code: 'login_expired' }));
  expect(asking).toThrow(/expired at 2026-01-01.*dragoman login codex$/);
});

test.each([
  ['another address', { agent: 'codex', baseUrl: 'http://127.0.0.1:1' }, 'login_unsuitable'],
  ['an agent without logins', { agent: 'gemini' }, 'login_unsupported'],
  ["an agent of another vendor's model", { agent: 'opencode' }, 'login_unsupported'],
  ['a version that is too old', { agent: 'claude@1.0.100' }, 'unsupported_option'],
])('%s is refused', async (_what, asked, code) => {
  const { stateDirectory, store } = await newState();
  for (const name of ['codex', 'claude', 'opencode']) store.keep(name, { token: 'made-up' });
  expect(() => resolveModelAccess({ ...asked, env, stateDirectory, login: true })).toThrow(
    expect.objectContaining({ code }),
  );
});
