import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { forwardTo, forwardToRaw, REAL_KEY } from '../testing/forward-to.js';
import type { ExchangeLogEntry } from './exchange-log.js';
import { startForwardGateway } from './start-forward-gateway.js';

const closing = createClosing();

test('an upstream that dies in the middle cuts the answer, which never looks complete', async () => {
  const log: ExchangeLogEntry[] = [];
  const { gateway } = await forwardTo(
    closing,
    (response, { body }) => {
      response.writeHead(200, body === '{"length":1}' ? { 'content-length': 1000 } : {});
      response.write('half of it', () => setImmediate(() => response.destroy()));
    },
    { log: (entry) => log.push(entry) },
  );
  const headers = bearer(gateway.admit({}).token);
  for (const body of ['{"chunked":1}', '{"length":1}']) {
    const answer = await ask(gateway, { headers, body });
    expect(answer).toMatchObject({ status: 200, body: 'half of it', complete: false });
  }
  await eventually(() => log.length === 2);
  expect(log.map(({ outcome }) => outcome)).toEqual(['upstream_cut', 'upstream_cut']);
});

test('an upstream that answers before it has read the request is heard', async () => {
  const gateway = await forwardToRaw(closing, (socket) => {
    socket.end(
      'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 4\r\nConnection: close\r\n\r\nslow',
    );
  });
  const answer = await ask(gateway, {
    headers: bearer(gateway.admit({}).token),
    body: JSON.stringify({ input: 'x'.repeat(100_000) }),
  });
  expect(answer).toMatchObject({ status: 429, body: 'slow', complete: true });
});

test.each([
  ['http://127.0.0.1:1', 'The upstream 127.0.0.1:1 refused the connection (ECONNREFUSED).'],
  // A name this long has no address and is never asked for on a network.
  [`http://${'x'.repeat(64)}.invalid`, '.invalid has no address (DNS) (ENOTFOUND).'],
])('an upstream that cannot be reached (%s) is a 502 that names it', async (baseUrl, words) => {
  const target = { baseUrl, key: REAL_KEY };
  const gateway = closing(
    await startForwardGateway({ upstreams: { openai: target, anthropic: target, gemini: target } }),
  );
  const headers = bearer(gateway.admit({}).token);
  for (const path of ['/v1/responses', '/v1/messages', '/v1beta/models/m:generateContent']) {
    const { status, body } = await ask(gateway, { path, headers, body: '{}' });
    expect(status).toBe(502);
    expect(JSON.parse(body).error.message).toContain(words);
    expect(body).not.toContain(REAL_KEY);
  }
});

test('an upstream that speaks no TLS where it should is a 502', async () => {
  const { upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const baseUrl = upstream.url.replace('http:', 'https:');
  const gateway = closing(
    await startForwardGateway({ upstreams: { openai: { baseUrl, key: REAL_KEY } } }),
  );
  const { status, body } = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(status).toBe(502);
  expect(body).toContain(`The upstream ${new URL(baseUrl).host} could not be used`);
});

test('an upstream that hangs up before it answers is a 502', async () => {
  const { gateway } = await forwardTo(closing, (response) => response.destroy());
  const { status, body } = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(status).toBe(502);
  expect(body).toContain('closed the connection before it answered (ECONNRESET)');
});

test.each([300, 301, 305, 307, 399])(
  'a redirect (%i) is not followed and not passed on',
  async (status) => {
    const { gateway, upstream } = await forwardTo(closing, (response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' });
      response.end();
    });
    const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
    expect(answer.status).toBe(502);
    expect(answer.body).toContain(`redirect (${status}), which the gateway does not follow`);
    expect(answer.headers).not.toHaveProperty('location');
    expect(upstream.seen).toHaveLength(1);
  },
);

test('errors of the provider pass through as they are', async () => {
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
    response.end('{"error":{"message":"slow down"}}');
  });
  const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(answer).toMatchObject({ status: 429, body: '{"error":{"message":"slow down"}}' });
  expect(answer.headers['retry-after']).toBe('7');
});
