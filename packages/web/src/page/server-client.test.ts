import { expect, test } from 'vitest';
import { createServerClient } from './server-client.js';

const { signal } = new AbortController();

function clientOf(response: () => Response, key?: string) {
  const asked: [string, Record<string, string>][] = [];
  const client = createServerClient({
    base: 'https://example.com/agents/',
    key: () => key,
    fetch: async (url, init) => {
      asked.push([String(url), Object.fromEntries(new Headers(init?.headers))]);
      return response();
    },
  });
  return { client, asked };
}

test('asks the server beside the page, with the key in a header only', async () => {
  const { client, asked } = clientOf(() => Response.json({ turns: [] }), 'drg_x');
  expect(await client.turns({ state: 'running', conversation: 'a&b' }, signal)).toEqual({
    turns: [],
  });
  expect(asked).toEqual([
    [
      'https://example.com/agents/v1/turns?state=running&conversation=a%26b',
      { accept: 'application/json', authorization: 'Bearer drg_x' },
    ],
  ]);
});

test('a refusal comes in the words of the server', async () => {
  const body = { ok: false, message: 'Too many.', first_seq: 5 };
  const init = { status: 429, headers: { 'retry-after': '2' } };
  const { client } = clientOf(() => Response.json(body, init));
  await expect(client.turn('x', signal)).rejects.toMatchObject({
    ...{ status: 429, message: 'Too many.', firstSeq: 5, retryAfterMs: 2000 },
  });
  const proxy = clientOf(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(proxy.client.turn('x', signal)).rejects.toMatchObject({
    message: 'The server answered with 502.',
  });
});

test('no answer at all is said so', async () => {
  const { client } = clientOf(() => {
    throw new TypeError('fetch failed');
  });
  await expect(client.events('x', 3, signal)).rejects.toMatchObject({ status: 0 });
});
