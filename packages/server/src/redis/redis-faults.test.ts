import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@dragoman/protocol';
import { newTurnId, type Turn } from '@dragoman/runtime';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type RedisServer,
  startCutProxy,
  startRedisServer,
  type TurnFixture,
  testAgent,
  waitUntil,
} from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StoredTurn, TurnEntry, TurnStore } from '../store/turn-store.js';
import { createRedisTurnStore } from './redis-turn-store.js';

/** Leases run out, and connections are given up. */
vi.setConfig({ testTimeout: 120_000 });

const LEASE_MS = 600;

let fixture: TurnFixture;
let redis: RedisServer;
let failures: unknown[];
beforeEach(async () => {
  await testAgent('codex');
  failures = [];
  fixture = await createTurnFixture();
}, INSTALL_TIMEOUT_MS);
afterEach(async () => {
  await redis.remove();
  await fixture.remove();
});

/** A node with a state folder, which is that of the fixture for the first. */
async function open(name = 'state', port = redis.port, leaseMs = LEASE_MS): Promise<TurnStore> {
  const stateDirectory = join(fixture.stateDirectory, '..', name);
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 });
  const store = createRedisTurnStore({
    url: `redis://127.0.0.1:${port}`,
    ...{ stateDirectory, nodeName: name, leaseMs, commandMs: 500 },
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => store.close());
  await store.recover();
  return store;
}

const ask = { mcp: { server: 'caller', tool: 'ask', arguments: {} } };

/** A turn that asks twice, and so is at work as long as a test wants. */
async function begin(store: TurnStore, conversation = 'chat') {
  const entry: TurnEntry = {
    ...{ id: newTurnId(), client: 'ada', agent: 'codex', workspace: 'app', conversation },
    createdAt: new Date().toISOString(),
  };
  const turn = await fixture.start({
    ...{ id: entry.id, labels: store.labels(entry) },
    script: { steps: [ask, ask, { say: 'Done.' }] },
    tools: [{ name: 'ask', inputSchema: { type: 'object' } }],
  });
  await store.add(turn, entry);
  return { turn, id: entry.id };
}

async function find(store: TurnStore, id: string): Promise<StoredTurn> {
  const turn = await store.find(id);
  if (turn === undefined) throw new Error(`${id} is not found`);
  return turn;
}

/** The request that a turn waits with, other than one that is known. */
function requestOf(turn: StoredTurn, known?: string): Promise<string> {
  return waitUntil('it asks', async () => {
    const { requests } = await turn.status();
    return requests.map(({ requestId }) => requestId).find((one) => one !== known);
  });
}

/** Reads a turn to its end. What it has is there while it reads. */
function follow(turn: StoredTurn) {
  const lines: string[] = [];
  const stop = new AbortController();
  const done = (async () => {
    for await (const line of turn.lines({ signal: stop.signal })) lines.push(line);
  })();
  done.catch(() => {});
  return { lines, done, stop };
}

function seqsIn(lines: readonly string[]): readonly number[] {
  return lines.map((line) => {
    const json = parseJson(line);
    return Number(json.ok && (json.value as { seq?: unknown }).seq);
  });
}

function expectWhole(lines: readonly string[]): void {
  expect(seqsIn(lines)).toEqual(lines.map((_line, index) => index + 1));
  expect(lines.filter((line) => line.startsWith('{"type":"end"'))).toHaveLength(1);
}

async function finish(turn: StoredTurn, first: string): Promise<void> {
  await turn.answer(first, { output: 1 });
  await turn.answer(await requestOf(turn, first), { output: 2 });
}

describe('without Redis', () => {
  beforeEach(async () => {
    redis = await startRedisServer();
  });

  test.each(['killed', 'paused'])(
    'turns and their own readers go on, others wait, and all catch up (%s)',
    async (how) => {
      const [here, there] = [await open(), await open('elsewhere')];
      const { turn, id } = await begin(here);
      const [local, remote] = [await find(here, id), await find(there, id)];
      const first = await requestOf(local);
      const [near, far] = [follow(local), follow(remote)];
      await waitUntil('it is read', () => far.lines.length > 2);

      if (how === 'killed') await redis.kill();
      else redis.pause();
      await finish(local, first);
      await turn.outcome;
      await near.done;
      expectWhole(near.lines);
      const { lines } = far;
      const before = lines.length;
      expect(before).toBeLessThan(near.lines.length);
      const unavailable = expect.objectContaining({
        code: 'store_unavailable',
        details: { headers: { 'retry-after': expect.any(String) } },
      });
      await expect(there.find(newTurnId())).rejects.toEqual(unavailable);
      await expect(here.check()).rejects.toEqual(unavailable);
      const taken = { client: 'ada', name: 'x', agent: '', workspace: '', turnId: newTurnId() };
      await expect(there.conversations.take(taken)).rejects.toEqual(unavailable);

      if (how === 'killed') await redis.restart();
      else redis.resume();
      // One that was killed had kept nothing: the turn has ended, and its journal is still there.
      await far.done;
      expect(far.lines).toEqual(near.lines);
      // Events come with the news of them, on another connection than what is asked.
      const status = await waitUntil('it can be asked', () =>
        remote.status().catch(() => undefined),
      );
      expect(status).toMatchObject({ state: 'success' });
    },
  );

  test('one that came back empty is filled again from turns at work', async () => {
    const [here, there] = [await open(), await open('elsewhere')];
    const before = await begin(here, 'before');
    await requestOf(await find(here, before.id));
    await before.turn.cancel();
    const { turn, id } = await begin(here);
    const conversation = { client: 'ada', name: 'chat', agent: 'codex', workspace: 'app' };
    await here.conversations.take({ ...conversation, turnId: id });
    await here.conversations.note({ ...conversation, turnId: id });
    expect(await here.limits?.begin('ada', id, 1)).toBe('begun');
    const remote = await find(there, id);
    const first = await requestOf(remote);
    const far = follow(remote);
    await waitUntil('it is read', () => far.lines.length > 2);
    await redis.kill();
    await redis.restart();

    await waitUntil('it is known', () => there.find(id).catch(() => undefined));
    await waitUntil('it waits', async () => (await remote.status()).state === 'waiting');
    const busy = await there.conversations.take({ ...conversation, turnId: newTurnId() });
    expect(busy).toMatchObject({ turnId: id });
    expect(await there.limits?.begin('ada', newTurnId(), 1)).toBe(1);
    await finish(remote, first);
    await far.done;
    expectWhole(far.lines);
    await turn.outcome;
    // What had ended is known, too: its conversation doesn't begin anew elsewhere.
    const { sessionId = '' } = before.turn;
    const ended = await waitUntil('it is known', () => there.find(before.id));
    expect(await ended.status()).toMatchObject({ state: 'canceled', sessionId });
    expect(await there.conversations.find('ada', 'before')).toMatchObject({
      ...{ sessionId, turnId: before.id },
      elsewhere: expect.stringContaining('"state"'),
    });
    expect(await there.findSession('ada', sessionId)).toMatchObject({ turnId: before.id });
    expect(failures).toEqual([]);
  });
});

test('a node that is cut off past its lease loses its turns: one end for all, and its agents are ended', async () => {
  redis = await startRedisServer();
  const proxy = await startCutProxy(redis.port);
  onTestFinished(() => proxy.close());
  const [here, there] = [await open('state', proxy.port), await open('elsewhere')];
  const { turn, id } = await begin(here);
  await here.limits?.begin('ada', id, 1);
  const [local, remote] = [await find(here, id), await find(there, id)];
  const first = await requestOf(remote);
  const [near, far] = [follow(local), follow(remote)];
  await waitUntil('it is read', () => far.lines.length > 2);

  proxy.cut();
  await far.done;
  expectWhole(far.lines);
  expect(far.lines.at(-1)).toMatch(/"status":"failed".*"code":"owner_lost"/);
  expect(await remote.status()).toMatchObject({ state: 'failed', requests: [] });
  expect(await remote.answer(first, { output: 1 })).toBe('late');
  expect(await remote.answer('nobody', { output: 1 })).toBe('unknown');
  await remote.cancel();
  expect(await there.limits?.begin('ada', newTurnId(), 1)).toBe('begun');

  proxy.mend();
  await expect(near.done).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(await turn.outcome).toMatchObject({ status: 'canceled' });
  // Its own journal doesn't count any more, also for a process that starts later.
  for (const store of [here, await open()]) {
    const again = follow(await find(store, id));
    await again.done;
    expect(again.lines).toEqual(far.lines);
  }
  expect(await fixture.remains()).toEqual([]);
  // It goes on with another epoch.
  const next = await begin(here);
  const reading = follow(await find(there, next.id));
  await finish(await find(there, next.id), await requestOf(await find(there, next.id)));
  await reading.done;
  expectWhole(reading.lines);
  expect(failures).toEqual([]);
});

test('a process that lives publishes its turns itself, whoever starts beside it', async () => {
  redis = await startRedisServer();
  const proxy = await startCutProxy(redis.port);
  onTestFinished(() => proxy.close());
  const there = await open('elsewhere', redis.port, 60_000);
  const first = await open('state', proxy.port, 60_000);
  const { turn, id } = await begin(first);
  const [local, remote] = [await find(first, id), await find(there, id)];
  await requestOf(remote);
  const [near, far] = [follow(local), follow(remote)];
  await waitUntil('it is read', () => far.lines.length > 2);

  proxy.cut();
  await turn.cancel();
  await near.done;
  await open('state', redis.port, 60_000);
  expect(await remote.status()).toMatchObject({ state: 'waiting' });
  proxy.mend();
  await far.done;
  expect(far.lines).toEqual(near.lines);
  expect(failures).toEqual([]);
});

test('what a process left is published by the next one of its folder', async () => {
  redis = await startRedisServer();
  const proxy = await startCutProxy(redis.port);
  onTestFinished(() => proxy.close());
  const there = await open('elsewhere', redis.port, 60_000);
  const first = createRedisTurnStore({
    url: `redis://127.0.0.1:${proxy.port}`,
    stateDirectory: fixture.stateDirectory,
    leaseMs: 60_000,
    onFailure: (error) => failures.push(error),
  });
  const { turn, id }: { turn: Turn; id: string } = await begin(first);
  const far = follow(await find(there, id));
  const local = await find(first, id);
  const request = await requestOf(local);
  await waitUntil('it is read', () => far.lines.length > 2);
  // As if it had died with its last events unpublished.
  proxy.cut();
  await first.close();
  await turn.answer(request, { output: 1 });
  await turn.cancel();
  await open();
  await far.done;
  expectWhole(far.lines);
  expect(far.lines.at(-1)).toContain('"canceled"');
});
