import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTurnId } from '@dragoman/runtime';
import { type RedisServer, startRedisServer } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKeyNames } from './key-names.js';
import type { NodeRecord } from './node-records.js';
import { openRedisLink } from './redis-link.js';
import { createRedisTurnStore } from './redis-turn-store.js';

const keys = createKeyNames('dragoman:');

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());

test('places of a node that Redis has lost keep nobody out', async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-limits-'));
  const { url } = redis;
  const link = openRedisLink({ url });
  const store = createRedisTurnStore({ url, stateDirectory, leaseMs: 600 });
  onTestFinished(async () => {
    await store.close();
    link.close();
    await rm(stateDirectory, { recursive: true, force: true });
  });
  const begin = (client: string) => store.limits?.begin(client, newTurnId(), 1);

  await link.command(['HSET', keys.atWork('ada'), newTurnId(), 'unknown']);
  expect(await begin('ada')).toBe('begun');
  expect(await begin('ada')).toBe(1);

  // Its record is there, but nobody looks after it, and nobody knows its places.
  const node: NodeRecord = {
    ...{ id: 'left', name: 'left', folder: 'left', epoch: 1, beat: 1, state: 'here' },
  };
  await link.command(['SET', keys.node(node.id), JSON.stringify(node)]);
  await link.command(['HSET', keys.atWork('bob'), newTurnId(), node.id]);
  expect(await begin('bob')).toBe(1);
  await expect.poll(() => begin('bob'), { timeout: 10_000 }).toBe('begun');
});
