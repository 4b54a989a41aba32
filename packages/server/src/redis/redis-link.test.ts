import { type RedisServer, startRedisServer } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedisLink } from './redis-link.js';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());

test('who begins to listen while the last one leaves hears all that comes from then on', async () => {
  const link = openRedisLink({ url: redis.url });
  const heard: (string | undefined)[] = [];
  const listen = (name: string) =>
    link.subscribe('news', (message) => heard.push(message && `${name} ${message}`));
  try {
    // Called when the connection is there.
    await new Promise<void>((resolve) => void link.subscribe('others', () => resolve()));
    const leave = await listen('first');
    await link.command(['PUBLISH', 'news', 'a']);
    await expect.poll(() => heard).toEqual(['first a']);
    leave();
    const [leaveSecond] = await Promise.all([listen('second'), listen('third')]);
    await link.command(['PUBLISH', 'news', 'b']);
    await expect.poll(() => [...heard].sort()).toEqual(['first a', 'second b', 'third b']);
    leaveSecond();
    await link.command(['PUBLISH', 'news', 'c']);
    await expect.poll(() => heard.at(-1)).toBe('third c');
    expect(heard).toHaveLength(4);
  } finally {
    link.close();
  }
});
