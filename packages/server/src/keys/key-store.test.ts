import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKeyStore } from './key-store.js';

let stateDirectory: string;
let folder: string;
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-keys-'));
  folder = join(stateDirectory, 'server/keys');
});
afterEach(() => rm(stateDirectory, { recursive: true, force: true }));

test('a key is shown once, and only its hash is kept, for its owner alone', async () => {
  const store = createKeyStore(stateDirectory);
  const { id, key } = store.add('the app');
  expect(key).toMatch(/^drg_[\w-]{43}$/);
  expect(store.add('the app').key).not.toBe(key);
  expect(await store.find(key)).toEqual({ id });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    expect(await readFile(path, 'utf8')).not.toContain(key.slice(4));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('no key is made where it can’t be kept, and the refusal says why', async () => {
  await mkdir(join(stateDirectory, 'server'));
  await writeFile(folder, 'in the way');
  expect(() => createKeyStore(stateDirectory).add('one')).toThrow(
    expect.objectContaining({
      code: 'key_not_kept',
      message: expect.stringMatching(/server\/keys can't be written, /),
    }),
  );
});

test('a key that is revoked, or can’t be read, can’t be used, and has been there all the same', async () => {
  const store = createKeyStore(stateDirectory);
  const known = async () => [await store.hasAny(), await store.hasUsable()];
  expect(await known()).toEqual([false, false]);
  const { id } = store.add('one');
  expect(await known()).toEqual([true, true]);
  await store.revoke(id);
  expect(await known()).toEqual([true, false]);
  await writeFile(join(folder, `${id}.json`), '');
  expect(await known()).toEqual([true, false]);
});

test('what is no key, or another, is unknown', async () => {
  const store = createKeyStore(stateDirectory);
  expect(await store.find('drg_none')).toBeUndefined();
  const { key } = store.add('one');
  const last = key.endsWith('A') ? 'B' : 'A';
  for (const wrong of [
    '',
    'drg_',
    `${key.slice(0, -1)}${last}`,
    `${key} `,
    '../../x',
    key.slice(4),
  ]) {
    expect(await store.find(wrong)).toBeUndefined();
  }
});

test('a key that another process revokes or adds counts from the next request on', async () => {
  const serving = createKeyStore(stateDirectory);
  const operator = createKeyStore(stateDirectory);
  const { id, key } = operator.add('one');
  expect(await serving.find(key)).toEqual({ id });
  expect(await operator.revoke(id)).toMatchObject({ id, revokedAt: expect.any(String) });
  expect(await serving.find(key)).toBeUndefined();
  // Revoking again changes nothing.
  expect(await operator.revoke(id)).toMatchObject({ id });
  await expect(operator.revoke('key_000000000000')).rejects.toMatchObject({ code: 'key_unknown' });
  await expect(operator.revoke('../x')).rejects.toMatchObject({ code: 'key_unknown' });
});

test('a list says whose they are and on which day they were last used', async () => {
  let now = new Date('2026-11-17T10:00:00Z');
  const store = createKeyStore(stateDirectory, () => now);
  const first = store.add('first');
  now = new Date('2026-11-18T10:00:00Z');
  const second = store.add('second');
  await store.find(first.key);
  await store.revoke(second.id);
  expect(await store.list()).toEqual([
    { id: first.id, name: 'first', createdAt: '2026-11-17T10:00:00.000Z', lastUsed: '2026-11-18' },
    {
      id: second.id,
      name: 'second',
      createdAt: now.toISOString(),
      revokedAt: now.toISOString(),
    },
  ]);
  expect(JSON.stringify(await store.list())).not.toContain('hash');
});

test('a damaged file is a key that nobody has', async () => {
  const store = createKeyStore(stateDirectory);
  const { id, key } = store.add('one');
  await writeFile(join(folder, `${id}.json`), '{"id":');
  expect(await store.find(key)).toBeUndefined();
  expect(await store.list()).toEqual([]);
});

test.each(['', '  ', 'x'.repeat(101), 'a\nb'])('the name %j says nothing', (name) => {
  expect(() => createKeyStore(stateDirectory).add(name)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});
