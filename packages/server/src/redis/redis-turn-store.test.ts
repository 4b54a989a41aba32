import { createHash } from 'node:crypto';
import {
  INSTALL_TIMEOUT_MS,
  type RedisServer,
  startRedisServer,
  testAgent,
} from '@dragoman/testkit';
import { type StoreSubject, turnStoreConformance } from '@dragoman/testkit/turn-store-conformance';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createRedisTurnStore } from './redis-turn-store.js';

let redis: RedisServer;
beforeAll(async () => {
  await testAgent('codex');
  await testAgent('claude');
  redis = await startRedisServer();
}, INSTALL_TIMEOUT_MS);
afterAll(() => redis.remove());

const prefixOf = (name: string) => `${createHash('sha256').update(name).digest('hex')}:`;

const subject: StoreSubject = {
  open: (stateDirectory, name) =>
    createRedisTurnStore({ url: redis.url, stateDirectory, keyPrefix: prefixOf(name) }),
  async dropEvents({ name, turnId, first }) {
    const client = createClient({ url: redis.url });
    await client.connect();
    const key = `${prefixOf(name)}{${turnId}}:events`;
    // Pieces go as a whole: this one has no event before the first that is left.
    const pieces = await client.xRange(key, '-', '+');
    await client.del(key);
    for (const { id, message } of pieces ?? []) {
      const lines = String(message.b).split('\n').slice(0, -1);
      const left = lines.filter((line) => Number(/"seq":(\d+)/.exec(line)?.[1]) >= first);
      const after = Math.max(Number(message.a), first - 1);
      if (left.length === 0) continue;
      await client.xAdd(key, id, { a: String(after), b: `${left.join('\n')}\n` });
    }
    client.destroy();
  },
};

describe('turns of several machines keep the contract of stores', () => {
  for (const { name, check } of turnStoreConformance) {
    test(name, () => check({ ...subject, sharesAcrossFolders: true }));
  }
});

describe('turns of several processes of one machine keep the contract of stores', () => {
  for (const { name, check } of turnStoreConformance) {
    // What is cut from the stream is still in the journal.
    if (name.includes('whose events are gone')) continue;
    test(name, () => check(subject));
  }
});
