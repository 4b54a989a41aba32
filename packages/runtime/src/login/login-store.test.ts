import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLoginStore } from './login-store.js';

const LOGIN = { token: 'made-up-token', accountId: 'account-1' };

async function newStore() {
  const state = await mkdtemp(join(tmpdir(), 'dragoman-logins-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  return createLoginStore(state);
}

test('keeps a login where only this user can read it, until it is removed', async () => {
  const store = await newStore();
  expect(store.find('codex')).toBeUndefined();
  store.keep('codex', LOGIN);
  expect(store.find('codex')).toMatchObject(LOGIN);
  expect(store.find('claude')).toBeUndefined();
  expect(statSync(store.file('codex')).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(store.file('codex'))).mode & 0o777).toBe(0o700);
  expect(store.remove('codex')).toBe(true);
  expect(store.remove('codex')).toBe(false);
  expect(store.find('codex')).toBeUndefined();
});

test.each<[what: string, words: string, damage: (file: string) => void]>([
  ['torn', 'not what was written', (file) => writeFileSync(file, '{"agent":"codex","tok')],
  ['empty', 'not what was written', (file) => writeFileSync(file, '')],
  ['too large', 'too large', (file) => writeFileSync(file, ' '.repeat(70_000))],
  ['open to others', 'open to other users', (file) => chmodSync(file, 0o640)],
])('a file that is %s is refused in words, and not quoted', async (_what, words, damage) => {
  const store = await newStore();
  store.keep('codex', LOGIN);
  damage(store.file('codex'));
  const find = () => store.find('codex');
  expect(find).toThrow(expect.objectContaining({ code: 'login_damaged' }));
  expect(find).toThrow(words);
  expect(find).toThrow('dragoman login codex');
  expect(find).not.toThrow('made-up-token');
  // What can't be used can be replaced.
  expect(store.remove('codex')).toBe(true);
  store.keep('codex', LOGIN);
  expect(store.find('codex')).toMatchObject(LOGIN);
});

test('no link is followed in place of the file, and none is written through', async () => {
  const store = await newStore();
  store.keep('claude', LOGIN);
  symlinkSync(store.file('claude'), store.file('codex'));
  expect(() => store.find('codex')).toThrow('is a link');
  store.keep('codex', { token: 'another' });
  expect(readFileSync(store.file('claude'), 'utf8')).toContain('made-up-token');
});

test('no link is followed in place of the folder', async () => {
  const [store, other] = [await newStore(), await newStore()];
  other.keep('codex', LOGIN);
  mkdirSync(dirname(dirname(store.file('codex'))), { recursive: true });
  symlinkSync(dirname(other.file('codex')), dirname(store.file('codex')));
  expect(() => store.find('codex')).toThrow('behind a link');
  expect(() => store.keep('codex', LOGIN)).toThrow('behind a link');
});

test("another agent's login under this name is refused", async () => {
  const store = await newStore();
  store.keep('claude', LOGIN);
  const text = readFileSync(store.file('claude'), 'utf8');
  writeFileSync(store.file('codex'), text, { mode: 0o600 });
  expect(() => store.find('codex')).toThrow('holds the login of "claude"');
});

test.each(['../codex', 'a/b', '', '.'])('an agent named %j has no login', async (name) => {
  const store = await newStore();
  expect(() => store.find(name)).toThrow(expect.objectContaining({ code: 'login_unsupported' }));
});
