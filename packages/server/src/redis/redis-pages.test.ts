import type { JournaledEvent } from '@dragoman/protocol';
import type { RelaySessionBody } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS, waitUntil } from '@dragoman/testkit';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ACT, ACTIONS, FIELD, LOOK, REPORT, scripted } from '../../test-inputs/form-scripts.js';
import {
  createRedisServers,
  type Node,
  type RedisServers,
} from '../../test-inputs/redis-servers.js';
import { offeredFormTools, openPage, openRelay } from '../../test-inputs/relay-page.js';
import { eventsOf, refusalIn, turnIn } from '../../test-inputs/server-fixture.js';

/** Commands are waited for while Redis stands still. */
vi.setConfig({ testTimeout: 90_000 });

let servers: RedisServers;
beforeAll(async () => {
  servers = await createRedisServers({ filler: scripted(LOOK, ACT, LOOK), actor: scripted(ACT) });
}, INSTALL_TIMEOUT_MS);
afterAll(() => servers.remove());

async function begin({ post }: Node, agent: string): Promise<string> {
  const body = { agent, prompt: 'Fill in the form.', tools: offeredFormTools };
  const begun = await post('/v1/turns', body, { prefer: 'respond-async' });
  return begun.headers.get('turn-id') ?? '';
}

/** What the agent got for each of its calls. */
async function resultsOf({ get }: Node, id: string) {
  const all: readonly JournaledEvent[] = await eventsOf(await get(`/v1/turns/${id}/events`));
  expect(all.at(-1)).toMatchObject({ type: 'end', status: 'success' });
  return all.flatMap((event) => (event.type === 'tool_result' ? [event] : []));
}

const pageAt = ({ server }: Node, relay: RelaySessionBody, instance = 'instance-1') =>
  openPage(server, relay, { instance });

const idOf = (event: object | undefined) =>
  String(event && 'requestId' in event && event.requestId);

const snapshot = (requestId: string, currentValue = '') => ({
  ...{ type: 'snapshot_response', requestId },
  fields: [{ ...FIELD, currentValue }],
});

/** Sends a command as an operator. */
async function operate(...command: readonly string[]): Promise<unknown> {
  const client = createClient({ url: servers.redis.url });
  await client.connect();
  const reply: unknown = await client.sendCommand(command);
  client.destroy();
  return reply;
}

/** What Redis has under names with a text. */
const keysWith = (text: string) => operate('KEYS', `*${text}*`) as Promise<readonly string[]>;

const relayAt = ({ server }: Node, id: string) =>
  waitUntil('it is known', () => openRelay(server, id).catch(() => undefined));

test('a page at one server fills in a form for an agent at another, and reads it back', async () => {
  const { one, two } = await servers.serveTwo('pages');
  const id = await begin(one, 'filler');
  const relay = await relayAt(two, id);
  const page = await pageAt(two, relay);
  expect(await page.next()).toEqual({ type: 'ready', sessionId: relay.sessionId });
  const look = await page.next();
  expect(look).toMatchObject({ type: 'snapshot_request' });
  const taken = await page.answer(snapshot(idOf(look)));
  expect([taken.status, await taken.json()]).toEqual([200, { receipt: 'taken' }]);
  const act = await page.next();
  expect(act).toMatchObject({ type: 'execute_request', actions: ACTIONS, fields: [FIELD] });
  await page.answer({ type: 'execute_response', requestId: idOf(act), report: REPORT });
  await page.answer(snapshot(idOf(await page.next()), 'Ada'));
  expect(await page.next()).toEqual({ type: 'end' });

  const results = await resultsOf(one, id);
  expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  expect(JSON.stringify(results[2])).toContain('Ada');
  await waitUntil('its relay is gone', async () => (await keysWith(`{${id}}:relay`)).length === 0);
  expect(await keysWith('pages:relays')).toEqual([]);
  for (const node of [one, two]) {
    const refused = await node.server.fetch(askAs(relay));
    expect(await refusalIn(refused)).toEqual([404, 'NOT_FOUND']);
  }
});

const askAs = ({ relayUrl, token }: RelaySessionBody) =>
  new Request(`${relayUrl}?instance=instance-1&tab=instance-1&connection=connection-1`, {
    headers: { authorization: `Bearer ${token}` },
  });

test('of two tabs, at two servers, one acts; what it was left with nobody does again', async () => {
  const { one, two } = await servers.serveTwo('tabs');
  const id = await begin(one, 'actor');
  const relay = await relayAt(two, id);
  const pages = [await pageAt(one, relay), await pageAt(two, relay, 'instance-2')];
  for (const page of pages) await page.next();
  const taken = pages.map(async (page) => ({ page, event: await page.next() }));
  const { page: holder, event } = await Promise.race(taken);
  expect(event).toMatchObject({ type: 'execute_request' });
  const [other] = pages.filter((page) => page !== holder);
  const report = { type: 'execute_response', requestId: idOf(event), report: REPORT };
  expect(await refusalIn((await other?.answer(report)) ?? new Response())).toEqual([
    409,
    'NO_BROWSER',
  ]);
  const { instance } = holder;
  await holder.answer({ type: 'leave', connectionId: instance });
  const [result] = await resultsOf(two, id);
  expect(JSON.stringify(result)).toContain('The page was left while it acted');
  const types = (await Promise.all(taken)).map(({ event }) => event?.type);
  expect([...types].sort()).toEqual(['end', 'execute_request']);
  expect(await refusalIn(await holder.answer(report))).toEqual([404, 'NOT_FOUND']);
});

test('while Redis stands still a page is told to come back, and then goes on where it was', async () => {
  const { one, two } = await servers.serveTwo('paused');
  const id = await begin(one, 'filler');
  const relay = await relayAt(two, id);
  const page = await pageAt(two, relay);
  await page.next();
  const look = idOf(await page.next());
  servers.redis.pause();
  try {
    const refused = [await page.answer(snapshot(look)), await two.server.fetch(askAs(relay))];
    for (const response of [...refused, await one.server.fetch(askAs(relay))]) {
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await refusalIn(response)).toEqual([503, 'STORE_UNAVAILABLE']);
    }
  } finally {
    servers.redis.resume();
  }
  const again = await waitUntil('it comes back', async () => {
    const opened = await pageAt(two, relay);
    return opened.status === 200 ? opened : undefined;
  });
  await again.next();
  // It gets again what it has and has not answered.
  expect(await again.next()).toMatchObject({ requestId: look });
  expect((await again.answer(snapshot(look))).status).toBe(200);
  const act = idOf(await again.next());
  await again.answer({ type: 'execute_response', requestId: act, report: REPORT });
  await again.answer(snapshot(idOf(await again.next())));
  expect(await again.next()).toEqual({ type: 'end' });
  expect(await resultsOf(two, id)).toHaveLength(3);
});

test('a Redis that came back empty knows no page: what one was just given is an error to the agent, and done by no other', async () => {
  const { one, two } = await servers.serveTwo('empty');
  const id = await begin(one, 'actor');
  const relay = await relayAt(two, id);
  const page = await pageAt(two, relay);
  await page.next();
  expect(await page.next()).toMatchObject({ type: 'execute_request' });
  // At once: the server of the turn has not looked yet whether its relay is open.
  await servers.redis.kill();
  await servers.redis.restart();
  const again = await relayAt(one, id);
  const other = await pageAt(one, again, 'instance-2');
  expect(await other.next()).toEqual({ type: 'ready', sessionId: again.sessionId });
  expect(await other.next()).toEqual({ type: 'end' });
  const [result] = await resultsOf(one, id);
  expect(JSON.stringify(result)).toContain('The page was left while it acted');
  await waitUntil('it is known again', async () => (await two.get(`/v1/turns/${id}`)).ok);
  expect(await refusalIn(await two.server.fetch(askAs(relay)))).toEqual([404, 'NOT_FOUND']);
  expect((await turnIn(await two.get(`/v1/turns/${id}`))).state).toBe('success');
});

test('a run whose relay can’t be opened names its turn, and gets it when it is sent again', async () => {
  const { one, two } = await servers.serveTwo('run');
  const body = { chat_id: 'chat', message: 'Fill in the form.', agent_type: 'actor', relay: true };
  const run = ({ post }: Node) =>
    post('/agent-api/run', { type: 'agent.run', ...body }, { 'idempotency-key': 'key' });
  // As if Redis failed there.
  await operate('SET', 'run:relays', '');
  const refused = await run(one);
  const id = refused.headers.get('turn-id') ?? '';
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.clone().json()).toMatchObject({ turn_id: id });
  expect(await refusalIn(refused)).toEqual([503, 'STORE_UNAVAILABLE']);
  expect((await turnIn(await two.get(`/v1/turns/${id}`))).turn_id).toBe(id);
  await operate('DEL', 'run:relays');
  const again = await run(two);
  expect(again.headers.get('turn-id')).toBe(id);
  const reader = again.body?.pipeThrough(new TextDecoderStream()).getReader();
  const value = (await reader?.read())?.value;
  expect(value).toMatch(/^\{"type":"relay.session"/);
  await reader?.cancel();
  await one.post(`/v1/turns/${id}/cancel`, {});
});
