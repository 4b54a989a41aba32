import { connect } from 'node:net';
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
async function beginOnly({ response, signal }: Exchange<string>): Promise<void> {
  response.writeHead(200);
  response.write('begun');
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
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
  let open = 0;
  const gateway = await serve(async (exchange) => {
    open += 1;
    await beginOnly(exchange);
    open -= 1;
  });
  const pass = gateway.admit('turn');
  const other = gateway.admit('other');
  const running = ask(gateway, { headers: bearer(pass.token) });
  const otherRunning = ask(gateway, { headers: bearer(other.token) });
  await eventually(() => open === 2);

  pass.revoke();

  expect((await running).complete).toBe(false);
  expect((await ask(gateway, { headers: bearer(pass.token) })).status).toBe(401);
  await eventually(() => open === 1);
  other.revoke();
  expect((await otherRunning).complete).toBe(false);
});

test('closing ends exchanges, frees the port and admits no more', async () => {
  let open = 0;
  const gateway = await serve(async (exchange) => {
    open += 1;
    await beginOnly(exchange);
    open -= 1;
  });
  const { token } = gateway.admit('turn');
  const running = ask(gateway, { headers: bearer(token) });
  await eventually(() => open === 1);

  await Promise.all([gateway.close(), gateway.close()]);

  expect((await running).complete).toBe(false);
  expect(open).toBe(0);
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

test('what a handler throws becomes a 500 without internals, and is told to onFailure', async () => {
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

test('a WebSocket is refused at once with 426', async () => {
  const gateway = await serve(sayTurn);
  const answer = await rawAnswer(
    gateway.url,
    'GET /v1/responses HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 426 Upgrade Required\r\n/);
  expect(answer).toContain('plain HTTP only');
});

test.each([
  ['an absolute-form target', 'POST http://evil.example/v1/responses HTTP/1.1'],
  ['a target that begins with //', 'POST //evil.example/v1/responses HTTP/1.1'],
  ['a path that climbs', 'POST /v1/models/../responses HTTP/1.1'],
  ['a path that climbs in disguise', 'POST /v1/models/%2e%2e/responses HTTP/1.1'],
  ['a backslash', 'POST /v1\\responses HTTP/1.1'],
  ['an escaped slash', 'POST /v1%2fresponses HTTP/1.1'],
  ['a doubled slash', 'POST /v1//responses HTTP/1.1'],
  ['a path after the endpoint', 'POST /v1/responses/../../admin HTTP/1.1'],
  ['the asterisk form', 'OPTIONS * HTTP/1.1'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1'],
])('%s never reaches a handler', async (_name, line) => {
  let handled = 0;
  const gateway = await serve(async (exchange) => {
    handled += 1;
    await sayTurn(exchange);
  });
  const { token } = gateway.admit('turn');
  const answer = await rawAnswer(
    gateway.url,
    `${line}\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^(HTTP\/1.1 (400|404) .*)?$/s);
  expect(handled).toBe(0);
});

test('a request that two parsers could read in two ways is turned down', async () => {
  let handled = 0;
  const gateway = await serve(async (exchange) => {
    handled += 1;
    await sayTurn(exchange);
  });
  const { token } = gateway.admit('turn');
  const answer = await rawAnswer(
    gateway.url,
    `POST /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /v1/responses HTTP/1.1\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(handled).toBe(0);
});

function rawAnswer(url: string | undefined, text: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset instead of an answer is a refusal too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
