import { defineScript } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, waitUntil } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisServers, type RedisServers } from '../../test-inputs/redis-servers.js';
import { asking, refusalIn, turnIn } from '../../test-inputs/server-fixture.js';
import type { ServerLimits } from '../contract.js';

const TIMEOUT_MS = 60_000;
const USED = { input: 900, output: 100 };

let servers: RedisServers;
beforeAll(async () => {
  const scripted = (script: Parameters<typeof defineScript>[0]) => ({
    agent: 'codex',
    access: { kind: 'script' as const, script: defineScript(script) },
  });
  servers = await createRedisServers({
    codex: scripted({ steps: [{ actions: [{ say: 'Hello.' }], usage: USED }] }),
    asker: scripted({
      steps: [{ mcp: { server: 'caller', tool: 'ask', arguments: {} } }, { say: 'Thank you.' }],
    }),
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => servers.remove());

const serveTwo = (name: string, limits?: ServerLimits) => servers.serveTwo(name, limits);

const ASYNC = { prefer: 'respond-async' };

test(
  'a conversation goes on at its own server, and elsewhere nothing of it is ended',
  async () => {
    const { one, two } = await serveTwo('home');
    const first = await one.post('/v1/turns', { prompt: 'Go.', conversation: 'chat' });
    const id = first.headers.get('turn-id');
    await first.text();
    expect(first.status).toBe(200);
    const { session_id: session } = await turnIn(await two.get(`/v1/turns/${id}`));
    expect(session).toBeDefined();
    const body = { ...asking, conversation: 'asked' };
    const begun = await one.post('/v1/turns', body, ASYNC);
    const asked = begun.headers.get('turn-id');
    const waiting = await waitUntil('it waits elsewhere', async () => {
      const turn = await turnIn(await two.get(`/v1/turns/${asked}`));
      return turn.requests.length > 0 && turn.session_id !== undefined ? turn : undefined;
    });
    for (const elsewhere of [
      { prompt: 'On.', conversation: 'chat' },
      { prompt: 'On.', session_id: session },
      { ...body, supersede: true },
    ]) {
      const refused = await two.post('/v1/turns', elsewhere);
      expect(await refusalIn(refused)).toEqual([409, 'session_elsewhere']);
    }
    const answer = { requestId: waiting.requests[0]?.requestId, output: 'This.' };
    const answered = await two.post(`/v1/turns/${asked}/answers`, answer);
    expect(await answered.json()).toEqual({ receipt: 'taken' });
    const events = await (await two.get(`/v1/turns/${asked}/events`)).text();
    expect(events).toMatch(/"type":"end".*"status":"success"/);
    const next = await one.post('/v1/turns', { prompt: 'On.', conversation: 'chat' });
    expect(next.status).toBe(200);
    await next.text();
  },
  TIMEOUT_MS,
);

test(
  'a start is one turn, and the limits of a key hold, at both servers together',
  async () => {
    const { one, two } = await serveTwo('limits', { turnsPerKey: 1, tokensPerDay: 1500 });
    const headers = { ...ASYNC, 'idempotency-key': 'k1' };
    const starts = await Promise.all(
      [one, two, one, two].map(({ post }) => post('/v1/turns', asking, headers)),
    );
    const ids = new Set(starts.map((start) => start.headers.get('turn-id')));
    expect([ids.size, starts.map(({ status }) => status)]).toEqual([1, [202, 202, 202, 202]]);
    const busy = await Promise.all(
      [one, two].map(({ post }) => post('/v1/turns', { prompt: 'Go.' })),
    );
    for (const response of busy) {
      expect(await refusalIn(response)).toEqual([429, 'too_many_turns']);
    }
    const [id] = ids;
    const canceled = await two.post(`/v1/turns/${id}/cancel`, {});
    expect((await turnIn(canceled)).state).toBe('canceled');

    // What one server's turns used is used at the other.
    const go = async (server: typeof one) =>
      waitUntil('there is a place again', async () => {
        const response = await server.post('/v1/turns', { prompt: 'Go.' });
        const text = await response.text();
        return text.includes('too_many_turns') ? undefined : { status: response.status, text };
      });
    expect((await go(one)).status).toBe(200);
    const last = await go(two);
    expect(last.status).toBe(200);
    expect(last.text).toMatch(/"code":"budget"|"status":"success"/);
    for (const { post } of [one, two]) {
      await waitUntil('all is charged', async () => {
        const response = await post('/v1/turns', { prompt: 'Go.' });
        return (await response.text()).includes('budget_exhausted');
      });
    }
  },
  TIMEOUT_MS,
);

test(
  'requests of a key are counted at both servers together',
  async () => {
    const { one, two } = await serveTwo('rate', { requestsPerMinute: 6 });
    const statuses: number[] = [];
    for (const { get } of [one, two, one, two, one, two, one, two]) {
      statuses.push((await get('/v1/turns')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  },
  TIMEOUT_MS,
);

test(
  'without Redis a server says so, and serves what is its own',
  async () => {
    const { one, two } = await serveTwo('without');
    const begun = await one.post('/v1/turns', asking, ASYNC);
    const id = begun.headers.get('turn-id');
    const waiting = await waitUntil('it waits', async () => {
      const turn = await turnIn(await one.get(`/v1/turns/${id}`));
      return turn.requests[0]?.requestId;
    });
    expect((await two.get(`/v1/turns/${id}`)).status).toBe(200);
    servers.redis.pause();
    try {
      for (const refused of [
        await two.get(`/v1/turns/${id}`),
        await two.post('/v1/turns', { prompt: 'Go.' }),
        await one.post('/v1/turns', { prompt: 'Go.', conversation: 'chat' }),
      ]) {
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await refusalIn(refused)).toEqual([503, 'store_unavailable']);
      }
      expect((await one.get('/ready')).status).toBe(503);
      const answer = { requestId: waiting, output: 'This.' };
      const answered = await one.post(`/v1/turns/${id}/answers`, answer);
      expect(await answered.json()).toEqual({ receipt: 'taken' });
      const events = await (await one.get(`/v1/turns/${id}/events`)).text();
      expect(events).toMatch(/"type":"end".*"status":"success"/);
    } finally {
      servers.redis.resume();
    }
    await waitUntil('it is known elsewhere', async () => {
      const response = await two.get(`/v1/turns/${id}`);
      return response.ok && (await turnIn(response)).state === 'success';
    });
    expect((await one.get('/ready')).status).toBe(200);
  },
  TIMEOUT_MS,
);
