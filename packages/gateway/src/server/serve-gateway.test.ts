import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import type { Exchange } from './exchange.js';
import { readBody } from './read-body.js';
import { sendJson } from './send-json.js';
import { serveGateway } from './serve-gateway.js';

const closing = createClosing();

async function serve(
  handle: (exchange: Exchange<string>) => Promise<void>,
  onFailure?: (error: unknown) => void,
) {
  return closing(
    await serveGateway<string, string>({
      open: (name) => name,
      handle,
      ...(onFailure === undefined ? {} : { onFailure }),
    }),
  );
}

const sayTurn = async ({ response, turn }: Exchange<string>) => sendJson(response, 200, { turn });

/** Begins an answer and leaves it open until the signal ends the exchange. */
async function beginOnly(exchange: Exchange<string>, open: Set<Exchange<string>>): Promise<void> {
  open.add(exchange);
  exchange.response.writeHead(200);
  exchange.response.write('begun');
  await new Promise((resolve) => exchange.signal.addEventListener('abort', resolve));
  open.delete(exchange);
}

test('a token opens the turn it was issued for, wherever a dialect carries it', async () => {
  const gateway = await serve(sayTurn);
  const first = gateway.admit('first');
  const second = gateway.admit('second');

  const answers = await Promise.all([
    ask(gateway, { headers: bearer(first.token) }),
    ask(gateway, { path: '/v1/messages', headers: { 'x-api-key': second.token } }),
    ask(gateway, { path: '/v1/messages?beta=true', headers: bearer(first.token) }),
    ask(gateway, {
      path: '/v1beta/models/gemini-2.5-pro:generateContent',
      headers: { 'x-goog-api-key': second.token },
    }),
    ask(gateway, {
      path: `/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse&key=${first.token}`,
    }),
  ]);

  expect(answers.map(({ body }) => JSON.parse(body).turn)).toEqual([
    'first',
    'second',
    'first',
    'second',
    'first',
  ]);
});

test('tokens are long, random and all different', async () => {
  const gateway = await serve(sayTurn);
  const tokens = Array.from({ length: 100 }, () => gateway.admit('turn').token);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^dgm_[\w-]{43}$/);
});

test.each([
  ['/v1/responses', { error: { type: 'invalid_request_error', code: 'invalid_api_key' } }],
  ['/v1/messages', { type: 'error', error: { type: 'authentication_error' } }],
  ['/v1beta/models/m:generateContent', { error: { code: 401, status: 'UNAUTHENTICATED' } }],
])('an unknown token at %s is a 401 in the shape of the provider', async (path, shape) => {
  const gateway = await serve(sayTurn);
  gateway.admit('turn');
  const headers = {
    authorization: 'Bearer guess',
    'x-api-key': 'guess',
    'x-goog-api-key': 'guess',
  };
  for (const sent of [headers, {}]) {
    const { status, body } = await ask(gateway, { path, headers: sent });
    expect(status).toBe(401);
    expect(JSON.parse(body)).toMatchObject(shape);
  }
});

test('an unknown path is a 404 that names it', async () => {
  const gateway = await serve(sayTurn);
  const { status, body } = await ask(gateway, { method: 'GET', path: '/v2/else?key=secret' });
  expect(status).toBe(404);
  expect(JSON.parse(body).error.message).toBe('This gateway has no GET /v2/else.');
});

test('a revoked token is worthless, and what it had under way is cut', async () => {
  const open = new Set<Exchange<string>>();
  const gateway = await serve((exchange) => beginOnly(exchange, open));
  const pass = gateway.admit('turn');
  const other = gateway.admit('other');
  const running = ask(gateway, { headers: bearer(pass.token) });
  const otherRunning = ask(gateway, { headers: bearer(other.token) });
  await eventually(() => open.size === 2);

  pass.revoke();

  expect((await running).complete).toBe(false);
  expect((await ask(gateway, { headers: bearer(pass.token) })).status).toBe(401);
  await eventually(() => open.size === 1);
  other.revoke();
  expect((await otherRunning).complete).toBe(false);
});

test('closing ends exchanges, frees the port and admits no more', async () => {
  const open = new Set<Exchange<string>>();
  const gateway = await serve((exchange) => beginOnly(exchange, open));
  const { token } = gateway.admit('turn');
  const running = ask(gateway, { headers: bearer(token) });
  await eventually(() => open.size === 1);

  await Promise.all([gateway.close(), gateway.close()]);

  expect((await running).complete).toBe(false);
  expect(open.size).toBe(0);
  await expect(ask(gateway)).rejects.toThrow('ECONNREFUSED');
  expect(() => gateway.admit('late')).toThrow(expect.objectContaining({ code: 'gateway_closed' }));
});

test('the signal aborts when the client goes, also before the answer began', async () => {
  let aborted = 0;
  let begun = 0;
  const gateway = await serve(async ({ signal }) => {
    begun += 1;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    aborted += 1;
  });
  const { token } = gateway.admit('turn');
  const client = new AbortController();
  const running = ask(gateway, { headers: bearer(token), signal: client.signal });
  await eventually(() => begun === 1);
  client.abort();
  await expect(running).rejects.toThrow('aborted');
  await eventually(() => aborted === 1);
});

test('what a handler throws becomes a 500 without internals, and is given to onFailure', async () => {
  const failures: unknown[] = [];
  const gateway = await serve(
    async () => {
      throw new Error('secret detail');
    },
    (error) => failures.push(error),
  );
  const { token } = gateway.admit('turn');
  const { status, body } = await ask(gateway, { path: '/v1/messages', headers: bearer(token) });
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({
    type: 'error',
    error: { type: 'api_error', message: 'The gateway failed while it answered this request.' },
  });
  expect(failures).toEqual([expect.objectContaining({ message: 'secret detail' })]);
});

test('a handler that fails in the middle of its answer cuts it', async () => {
  const gateway = await serve(async ({ response }) => {
    response.writeHead(200);
    response.write('half');
    throw new Error('broken');
  });
  const { token } = gateway.admit('turn');
  const answer = await ask(gateway, { headers: bearer(token) }).catch(() => undefined);
  expect(answer?.complete ?? false).toBe(false);
});

test('a handler that leaves the response open does not leave the client waiting', async () => {
  const gateway = await serve(async () => {});
  const { token } = gateway.admit('turn');
  expect((await ask(gateway, { headers: bearer(token) })).status).toBe(500);
});

test('a body over the limit is a 413, whether its length is announced or not', async () => {
  const gateway = await serve(async ({ request, response }) => {
    sendJson(response, 200, { size: (await readBody(request, 1000)).length });
  });
  const headers = bearer(gateway.admit('turn').token);
  expect((await ask(gateway, { headers, body: 'x'.repeat(1000) })).body).toBe('{"size":1000}');
  expect((await ask(gateway, { headers, body: 'x'.repeat(1001) })).status).toBe(413);
  const chunked = { ...headers, 'transfer-encoding': 'chunked' };
  expect((await ask(gateway, { headers: chunked, body: 'x'.repeat(300_000) })).status).toBe(413);
});

test('a connection is good for the next request after one that was refused half read', async () => {
  const connections = new Set<unknown>();
  const gateway = await serve(async ({ request, response }) => {
    connections.add(request.socket);
    sendJson(response, 200, { size: (await readBody(request, 1000)).length });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing({ close: async () => agent.destroy() });
  const headers = { ...bearer(gateway.admit('turn').token), 'transfer-encoding': 'chunked' };
  const large = Buffer.alloc(8 * 1024 * 1024);
  const statuses = [];
  for (const body of [large, 'small', large, 'small']) {
    statuses.push((await ask(gateway, { headers, body, agent })).status);
  }
  expect(statuses).toEqual([413, 200, 413, 200]);
  expect(connections.size).toBe(1);
});
