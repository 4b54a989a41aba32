import { request } from 'node:http';
import { createServer } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { forwardTo, REAL_KEY } from '../testing/forward-to.js';
import { openaiAnswer, sendEvents, sse } from '../testing/provider-answers.js';
import type { ExchangeLogEntry } from './exchange-log.js';
import { startForwardGateway } from './start-forward-gateway.js';

const closing = createClosing();
const MEBIBYTE = 1024 * 1024;

test('each part of an answer is passed on as soon as it comes', async () => {
  let more: (() => void) | undefined;
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
    more = () => response.end('data: 2\n\n');
  });
  const { token } = gateway.admit({});
  const received: string[] = [];
  const client = request(`${gateway.url}/v1/responses`, { method: 'POST', headers: bearer(token) });
  client.on('response', (response) => response.on('data', (chunk) => received.push(`${chunk}`)));
  client.end();
  await eventually(() => received.length === 1);
  expect(received).toEqual(['data: 1\n\n']);
  more?.();
  await eventually(() => received.length === 2);
});

test('a reader that stops does not make the gateway take 200 MB from the upstream', async () => {
  const total = 200 * MEBIBYTE;
  let taken = 0;
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = Buffer.from(
      sse({ type: 'response.output_text.delta', delta: 'x'.repeat(65_000) }),
    );
    const source = Readable.from(
      (function* () {
        for (; taken < total; taken += event.length) yield event;
      })(),
    );
    pipeline(source, response, () => {});
  });
  const { token } = gateway.admit({});
  const client = request(`${gateway.url}/v1/responses`, { method: 'POST', headers: bearer(token) });
  client.on('error', () => {});
  client.end();
  const response = await new Promise<Readable>((resolve) => client.on('response', resolve));

  let before = -1;
  await eventually(() => {
    const still = taken === before && taken > 0;
    before = taken;
    return still;
  });
  // Socket buffers of both connections included.
  expect(taken).toBeLessThan(32 * MEBIBYTE);

  let received = 0;
  for await (const chunk of response) received += chunk.length;
  expect(received).toBeGreaterThanOrEqual(total);
});

test('200 streams at once: none is mixed up, none is lost', async () => {
  const { gateway } = await forwardTo(closing, (response, { body }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = openaiAnswer(body, { input_tokens: Number(body), output_tokens: 1 });
    const next = () => {
      const event = events.shift();
      if (event === undefined) response.end();
      else response.write(event, () => setImmediate(next));
    };
    next();
  });
  const asked = Array.from({ length: 200 }, async (_, number) => {
    const pass = gateway.admit({});
    const { body, complete } = await ask(gateway, {
      headers: bearer(pass.token),
      body: String(number),
    });
    expect(complete).toBe(true);
    expect(body).toBe(
      openaiAnswer(`${number}`, { input_tokens: number, output_tokens: 1 }).join(''),
    );
    expect(pass.usage()).toMatchObject({ requests: 1, inputTokens: number, outputTokens: 1 });
  });
  await Promise.all(asked);
});

test('a large request goes through whole, announced or in chunks', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const headers = bearer(gateway.admit({}).token);
  const body = 'y'.repeat(5 * MEBIBYTE);
  await ask(gateway, { headers: { ...headers, 'content-length': body.length }, body });
  await ask(gateway, { headers: { ...headers, 'transfer-encoding': 'chunked' }, body });
  expect(upstream.seen.map((seen) => seen.body.length)).toEqual([body.length, body.length]);
});

test('a request over the bound is a 413 and the upstream never gets the whole of it', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const headers = bearer(gateway.admit({}).token);
  const announced = await ask(gateway, {
    headers: { ...headers, 'content-length': 65 * MEBIBYTE },
    body: Buffer.alloc(65 * MEBIBYTE),
  });
  const chunked = await ask(gateway, {
    headers: { ...headers, 'transfer-encoding': 'chunked' },
    body: Buffer.alloc(65 * MEBIBYTE),
  });
  expect([announced.status, chunked.status]).toEqual([413, 413]);
  expect(upstream.seen).toEqual([]);
});

test('when the client goes, so does the request to the upstream', async () => {
  let begun = 0;
  let gone = 0;
  const log: ExchangeLogEntry[] = [];
  const { gateway } = await forwardTo(
    closing,
    (response, { body }) => {
      begun += 1;
      response.on('close', () => {
        gone += 1;
      });
      if (body === 'answer') response.write('begun');
    },
    { log: (entry) => log.push(entry) },
  );
  const headers = bearer(gateway.admit({}).token);
  for (const body of ['wait', 'answer']) {
    const client = new AbortController();
    const asked = ask(gateway, { headers, body, signal: client.signal }).catch(() => undefined);
    await eventually(() => begun > gone);
    client.abort();
    await asked;
    await eventually(() => begun === gone);
  }
  await eventually(() => log.length === 2);
  expect(log.map(({ outcome }) => outcome)).toEqual(['ended_early', 'ended_early']);
});

test.each(['revoke', 'close'] as const)('%s ends the request to the upstream too', async (how) => {
  let gone = 0;
  let begun = 0;
  const { gateway } = await forwardTo(closing, (response) => {
    begun += 1;
    response.on('close', () => {
      gone += 1;
    });
    response.write('begun');
  });
  const pass = gateway.admit({});
  const asked = ask(gateway, { headers: bearer(pass.token) }).catch(() => undefined);
  await eventually(() => begun === 1);
  if (how === 'revoke') pass.revoke();
  else await gateway.close();
  expect((await asked)?.complete ?? false).toBe(false);
  await eventually(() => gone === 1);
});

test('an upstream that dies in the middle cuts the answer, which never looks complete', async () => {
  const log: ExchangeLogEntry[] = [];
  const { gateway } = await forwardTo(
    closing,
    (response, { body }) => {
      response.writeHead(200, body === 'length' ? { 'content-length': 1000 } : {});
      response.write('half of it', () => setImmediate(() => response.destroy()));
    },
    { log: (entry) => log.push(entry) },
  );
  const headers = bearer(gateway.admit({}).token);
  for (const body of ['chunked', 'length']) {
    const answer = await ask(gateway, { headers, body });
    expect(answer).toMatchObject({ status: 200, body: 'half of it', complete: false });
  }
  await eventually(() => log.length === 2);
  expect(log.map(({ outcome }) => outcome)).toEqual(['upstream_cut', 'upstream_cut']);
});

test('an upstream that answers before it has read the request is heard', async () => {
  const early = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.end(
        'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 4\r\nConnection: close\r\n\r\nslow',
      );
    });
  });
  await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
  closing({ close: () => new Promise((resolve) => early.close(() => resolve())) });
  const address = early.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const gateway = closing(
    await startForwardGateway({
      upstreams: { openai: { baseUrl: `http://127.0.0.1:${port}`, key: REAL_KEY } },
    }),
  );
  const answer = await ask(gateway, {
    headers: bearer(gateway.admit({}).token),
    body: Buffer.alloc(100_000),
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

test('a redirect is not followed and not passed on', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' });
    response.end();
  });
  const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(answer.status).toBe(502);
  expect(answer.body).toContain('redirect (307), which the gateway does not follow');
  expect(answer.headers).not.toHaveProperty('location');
  expect(upstream.seen).toHaveLength(1);
});

test('errors of the provider pass through as they are', async () => {
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
    response.end('{"error":{"message":"slow down"}}');
  });
  const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(answer).toMatchObject({ status: 429, body: '{"error":{"message":"slow down"}}' });
  expect(answer.headers['retry-after']).toBe('7');
});

test('connections to the upstream are used again', async () => {
  const ports = new Set<number | undefined>();
  const { gateway } = await forwardTo(closing, (response, _seen, incoming) => {
    ports.add(incoming.socket.remotePort);
    sendEvents(response, openaiAnswer('hi'));
  });
  const headers = bearer(gateway.admit({}).token);
  for (let count = 0; count < 5; count += 1) await ask(gateway, { headers });
  expect(ports.size).toBe(1);
});
