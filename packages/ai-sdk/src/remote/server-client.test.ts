import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createServerClient } from './server-client.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (status: number, errorCode: string, headers = {}) =>
  Response.json({ ok: false, errorCode, message: `${errorCode}!` }, { status, headers });

/** A server that answers with one after the other; an error is a connection that can't be made. */
function createServer(...answers: (Response | Error | (() => Response))[]) {
  const times: number[] = [];
  const began = Date.now();
  const client = createServerClient({
    url: 'http://127.0.0.1:1/',
    key: 'secret',
    async fetch() {
      times.push(Date.now() - began);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error || answer === undefined) throw answer;
      return typeof answer === 'function' ? answer() : answer;
    },
  });
  return { client, times };
}

const ok = z.object({ fine: z.boolean() });
const fine = () => Response.json({ fine: true });

async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  return promise;
}

test('what passes is asked for again, later each time', async () => {
  const broken = new TypeError('fetch failed');
  const { client, times } = createServer(broken, refusal(503, 'draining'), broken, fine);
  expect(await inTime(client.ask('/x', ok, { method: 'GET' }))).toEqual({ fine: true });
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits).toHaveLength(3);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index * 0.75 - 1);
    expect(wait).toBeLessThanOrEqual(250 * 2 ** index * 1.25 + 1);
  }
});

test('a server that says when to come again is taken at its word', async () => {
  const later = { 'retry-after': '7' };
  const { client, times } = createServer(refusal(429, 'too_many_requests', later), fine);
  await inTime(client.ask('/x', ok, { method: 'GET' }));
  expect(times).toEqual([0, 7000]);
});

test.each([
  [400, 'invalid_request'],
  [404, 'turn_unknown'],
  [409, 'conversation_busy'],
  [429, 'budget_exhausted'],
  [503, 'sandbox_unavailable'],
])('a refusal that does not pass (%s, %s) is the error, at once', async (status, code) => {
  const { client, times } = createServer(() => refusal(status, code));
  const asked = inTime(client.ask('/x', ok, { method: 'POST', body: {} }));
  await expect(asked).rejects.toMatchObject({ code, message: `${code}!` });
  expect(times).toHaveLength(1);
});

test('a server that stays away is an error after two minutes, and an abort ends the waiting', async () => {
  const { client, times } = createServer(new TypeError('fetch failed'));
  const asked = inTime(client.ask('/x', ok, { method: 'GET' }));
  await expect(asked).rejects.toMatchObject({ code: 'server_unreachable' });
  expect(times.at(-1)).toBeLessThanOrEqual(120_000);
  expect(times.at(-1)).toBeGreaterThan(100_000);
  const abort = new AbortController();
  const waiting = client.ask('/x', ok, { method: 'GET', signal: abort.signal });
  setTimeout(() => abort.abort(new Error('enough')), 300);
  await expect(inTime(waiting)).rejects.toThrow('enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('what answers but is no server of turns is said to be none', async () => {
  const { client } = createServer(() => new Response('<html>Welcome</html>'));
  const asked = inTime(client.ask('/x', ok, { method: 'GET' }));
  await expect(asked).rejects.toMatchObject({ code: 'server_unknown' });
  const proxy = createServer(() => new Response('Bad request', { status: 400 }));
  const refused = inTime(proxy.client.ask('/x', ok, { method: 'GET' }));
  await expect(refused).rejects.toMatchObject({ code: 'server_refused' });
});
