import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTurnId } from '@dragoman/runtime';
import { type RedisServer, requireProgram, startRedisServer } from '@dragoman/testkit';
import { createClient } from '@redis/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRedis, redisAddress } from './check-redis.js';
import { createRedisTurnStore } from './redis-turn-store.js';

let redis: RedisServer;
let stateDirectory: string;
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-redis-access-'));
});
afterEach(async () => {
  await redis.remove();
  await rm(stateDirectory, { recursive: true, force: true });
});

/** Sends commands as an operator. */
async function operate(...commands: readonly (readonly string[])[]): Promise<unknown> {
  const client = createClient({ url: redis.url });
  await client.connect();
  let reply: unknown;
  for (const command of commands) reply = await client.sendCommand(command);
  client.destroy();
  return reply;
}

/** What a store does without a turn. */
async function useStore(url: string, more: { tls?: { ca: Buffer } } = {}): Promise<void> {
  const store = createRedisTurnStore({ url, stateDirectory, commandMs: 2000, ...more });
  try {
    await store.check();
    const conversation = {
      client: 'a',
      name: 'b',
      agent: 'c',
      workspace: 'd',
      turnId: newTurnId(),
    };
    expect(await store.conversations.take(conversation)).toBe('taken');
    expect(await store.limits?.begin('a', conversation.turnId, 1)).toBe('begun');
    expect(await store.limits?.begin('a', newTurnId(), 1)).toBe(1);
    expect(await store.limits?.request('a', 1)).toBe(0);
    expect(await store.limits?.request('a', 1)).toBeGreaterThan(0);
    await store.limits?.noteSpent('a', '2026-01-01', { tokens: 1, usd: 1 });
    expect(await store.limits?.spentElsewhere('a', '2026-01-01')).toEqual({ tokens: 0, usd: 0 });
    for await (const { entry } of store.list({ client: 'a' })) expect(entry).toBeUndefined();
    await store.prune();
  } finally {
    await store.close();
  }
}

test('the user of the documentation may do all that is needed, and nothing of others', async () => {
  redis = await startRedisServer();
  const page = readFileSync(new URL('../../../../docs/server/redis.md', import.meta.url), 'utf8');
  const [, rights = ''] = /^ACL SETUSER (.*)$/m.exec(page) ?? [];
  await operate(['ACL', 'SETUSER', ...rights.split(' ')]);
  const url = redis.url.replace('//', '//dragoman:secret@');
  expect(await checkRedis({ url })).toMatchObject({ problem: undefined });
  await useStore(url);
  const keys = await operate(['KEYS', '*']);
  expect(keys).toEqual(expect.arrayContaining([expect.stringMatching(/^dragoman:/)]));
  expect((keys as string[]).filter((key) => !key.startsWith('dragoman:'))).toEqual([]);
  expect(redisAddress(url)).toBe(redis.url);

  const { problem } = await checkRedis({ url, keyPrefix: 'other:' });
  expect(problem).toMatch(/refuses what servers need: .*other:/);
  await operate(['ACL', 'SETUSER', 'dragoman', '-subscribe']);
  const deaf = await checkRedis({ url, commandMs: 1000 });
  expect(deaf.problem).toMatch(/refuses what servers need: no message came/);
  const wrong = await checkRedis({ url: redis.url.replace('//', '//dragoman:wrong@') });
  expect(wrong.problem).toMatch(/can't be reached: .*WRONGPASS/);
  expect(JSON.stringify(wrong)).not.toContain('wrong@');
});

test('a connection may be one of TLS, with an authority of its own', async () => {
  const openssl = await requireProgram('openssl', 'openssl');
  const folder = stateDirectory;
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names];
  execFileSync(openssl, [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key];
  redis = await startRedisServer({
    isTls: true,
    settings: [...files, '--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no'],
  });
  const tls = { ca: readFileSync(certificate) };
  expect(redis.url).toMatch(/^rediss:/);
  expect(await checkRedis({ url: redis.url, tls })).toMatchObject({ problem: undefined });
  await useStore(redis.url, { tls });
  // Nobody is believed by default.
  expect((await checkRedis({ url: redis.url })).problem).toMatch(/can't be reached: .*certificate/);
});

test('what will not do is said, with what to do', async () => {
  redis = await startRedisServer({ settings: ['--maxmemory-policy', 'allkeys-lru'] });
  expect((await checkRedis({ url: redis.url })).problem).toMatch(/set noeviction/);
  expect((await checkRedis({ url: 'localhost:6379' })).problem).toMatch(/redis:\/\/HOST:PORT/);
  // A password as people have them, and a name where Redis has numbers: the client throws at both.
  for (const [address, words] of [
    [redis.url.replace('//', '//ada:100%@'), /must be written as %25/],
    [`${redis.url}/name`, /number of a database/],
  ] as const) {
    expect((await checkRedis({ url: address })).problem).toMatch(words);
  }
  await redis.kill();
  expect((await checkRedis({ url: redis.url, commandMs: 500 })).problem).toMatch(/ECONNREFUSED/);
});
