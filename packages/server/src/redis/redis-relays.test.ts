import { newTurnId } from '@dragoman/runtime';
import { type RedisServer, startRedisServer } from '@dragoman/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MOST_PAGES, MOST_SESSIONS, PRESENCE_MS } from '../store/relay-store.js';
import { createKeyNames } from './key-names.js';
import { textsIn } from './node-records.js';
import { createOwedWork } from './owed-work.js';
import { createOwnerClaims } from './owner-claims.js';
import { openRedisLink, type RedisLink } from './redis-link.js';
import { createRedisRelays, type RedisRelays } from './redis-relays.js';
import { createRequestClaims } from './request-claims.js';

const keys = createKeyNames('test:');

let redis: RedisServer;
let link: RedisLink;
let relays: RedisRelays;
let failures: unknown[];
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());
beforeEach(async () => {
  failures = [];
  const claims = createRequestClaims();
  link = openRedisLink({ url: redis.url, commandMs: 500 });
  relays = createRedisRelays(
    link,
    keys,
    createOwedWork(link, (error) => failures.push(error)),
    createOwnerClaims({ link, keys, here: () => claims, ask: async () => 'gone' }),
  );
});
afterEach(async () => {
  await link.command(['FLUSHALL']);
  link.close();
  expect(failures).toEqual([]);
});

const session = (sessionId: string, expiresAt = Date.now() + 1e6) => ({
  ...{ sessionId, tokenHash: 'ab', expiresAt },
});
const page = (instance: string) => ({ instance, tab: instance, connection: 'one', tools: [] });

/** As if a page had been seen so long ago. */
async function wasSeen(id: string, instance: string, ago: number): Promise<void> {
  const [, pages] = keys.relay(id);
  const known = JSON.parse(String(await link.command(['HGET', pages, instance])));
  const text = JSON.stringify({ ...known, seen: known.seen - ago });
  await link.command(['HSET', pages, instance, text]);
}

test('a page is there for a while after it was seen last, and again when it comes back', async () => {
  const id = newTurnId();
  const relay = relays.of(id);
  await relay.open(session('one'));
  await relay.join(page('instance-1'));
  const isThere = async () => (await relay.pages())[0]?.isThere;
  await wasSeen(id, 'instance-1', PRESENCE_MS - 10_000);
  expect(await isThere()).toBe(true);
  await wasSeen(id, 'instance-1', 20_000);
  expect(await isThere()).toBe(false);
  expect(await relay.touch('instance-1', 'one')).toBe(true);
  expect(await isThere()).toBe(true);
  await wasSeen(id, 'instance-1', PRESENCE_MS);
  expect(await relay.join(page('instance-1'))).toBe('there');
  expect(await isThere()).toBe(true);
});

test('keeps no more sessions and pages than it says, the latest of them', async () => {
  const id = newTurnId();
  const relay = relays.of(id);
  for (let index = 0; index <= MOST_SESSIONS; index += 1) await relay.open(session(`s${index}`));
  expect(await relay.session('s0')).toBeUndefined();
  expect(await relay.session('s1')).toBeDefined();
  expect(await relay.session(`s${MOST_SESSIONS}`)).toEqual(
    expect.objectContaining({ sessionId: `s${MOST_SESSIONS}` }),
  );
  for (let index = 0; index < MOST_PAGES; index += 1) await relay.join(page(`instance-${index}`));
  await wasSeen(id, 'instance-7', 1000);
  await relay.join(page('late'));
  const known = (await relay.pages()).map(({ instance }) => instance);
  expect(known).toHaveLength(MOST_PAGES);
  expect(known).toContain('late');
  expect(known).not.toContain('instance-7');
});

test('all of it expires with the session that is good for longest, whatever is written later', async () => {
  const id = newTurnId();
  const relay = relays.of(id);
  await relay.open(session('long', Date.now() + 600_000));
  await relay.open(session('short', Date.now() + 1000));
  await relay.join(page('instance-1'));
  await relay.claim('request', 'instance-1');
  await relay.touch('instance-1', 'one');
  await relay.leave('instance-1', 'one');
  for (const key of keys.relay(id)) {
    const left = Number(await link.command(['PTTL', key]));
    expect(left).toBeGreaterThan(600_000);
    expect(left).toBeLessThanOrEqual(601_000 + PRESENCE_MS);
  }
  // As if its time had come.
  await link.command(['PEXPIRE', keys.relay(id)[0], '1']);
  await expect.poll(() => relay.session('long')).toBeUndefined();
  expect(await relay.join(page('instance-2'))).toBe('over');
  expect(await relay.claim('another', 'instance-1')).toBeUndefined();
});

test('what is no page keeps out no other', async () => {
  const id = newTurnId();
  const relay = relays.of(id);
  await relay.open(session('one'));
  await relay.join(page('instance-1'));
  const [, pages] = keys.relay(id);
  const written = JSON.parse(String(await link.command(['HGET', pages, 'instance-1'])));
  const spoil = async () => {
    const wrong = ['{', '1', '{}', JSON.stringify({ ...written, tools: '[' })];
    const pairs = wrong.flatMap((text, index) => [`wrong-${index}`, text]);
    await link.command(['HSET', pages, ...pairs]);
  };
  await spoil();
  expect((await relay.pages()).map(({ instance }) => instance)).toEqual(['instance-1']);
  expect(await relay.touch('instance-1', 'one')).toBe(true);
  await spoil();
  expect(await relay.join(page('instance-2'))).toBe('there');
  await spoil();
  await relay.leave('wrong-0', 'one');
  expect((await relay.pages()).map(({ instance }) => instance).sort()).toEqual([
    'instance-1',
    'instance-2',
  ]);
});

test('no id leads to the relay of another turn', async () => {
  const id = newTurnId();
  await relays.of(id).open(session('one'));
  for (const other of [`x}{${id}`, `${id}}:relay`, '', 'a\0b']) {
    const relay = relays.of(other);
    expect(await relay.isOpen()).toBe(false);
    await relay.open(session('s'));
    await relay.close();
  }
  expect(await relays.of(id).isOpen()).toBe(true);
  const names = textsIn(await link.command(['KEYS', '*']));
  expect([...names].sort()).toEqual([keys.relays, keys.relay(id)[0]].sort());
});

test('what is closed while Redis is away is gone when it is back', async () => {
  const id = newTurnId();
  const relay = relays.of(id);
  await relay.open(session('one'));
  redis.pause();
  await expect(relay.session('one')).rejects.toMatchObject({ code: 'store_unavailable' });
  await relay.close();
  redis.resume();
  await expect.poll(() => relay.isOpen().catch(() => true), { timeout: 10_000 }).toBe(false);
});
