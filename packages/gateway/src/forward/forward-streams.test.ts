import { request } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { forwardTo } from '../testing/forward-to.js';
import { answerOf, sendEvents, sse } from '../testing/provider-answers.js';
import type { ExchangeLogEntry } from './exchange-log.js';

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

  let before = 0;
  let still = 0;
  await eventually(() => {
    still = taken === before && taken > 0 ? still + 1 : 0;
    before = taken;
    return still === 40;
  }, 'a standstill');
  // Socket buffers of both connections included.
  expect(taken).toBeLessThan(32 * MEBIBYTE);

  let received = 0;
  for await (const chunk of response) received += chunk.length;
  expect(received).toBeGreaterThanOrEqual(total);
});

test('200 streams at once: none is mixed up, none is lost', async () => {
  const { gateway } = await forwardTo(closing, (response, { body }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const { number } = JSON.parse(body);
    const events = answerOf.openai(`${number}`, { input_tokens: number, output_tokens: 1 });
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
      body: JSON.stringify({ number }),
    });
    expect(complete).toBe(true);
    expect(body).toBe(
      answerOf.openai(`${number}`, { input_tokens: number, output_tokens: 1 }).join(''),
    );
    expect(pass.usage()).toMatchObject({ requests: 1, inputTokens: number, outputTokens: 1 });
  });
  await Promise.all(asked);
});

test('a large request goes through whole, announced or in chunks', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const headers = bearer(gateway.admit({}).token);
  const body = JSON.stringify({ input: 'y'.repeat(5 * MEBIBYTE) });
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
      if (body === '{"answer":1}') response.write('begun');
    },
    { log: (entry) => log.push(entry) },
  );
  const headers = bearer(gateway.admit({}).token);
  for (const body of ['{"wait":1}', '{"answer":1}']) {
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

test('connections to the upstream are used again', async () => {
  const ports = new Set<number | undefined>();
  const { gateway } = await forwardTo(closing, (response, _seen, incoming) => {
    ports.add(incoming.socket.remotePort);
    sendEvents(response, answerOf.openai('hi'));
  });
  const headers = bearer(gateway.admit({}).token);
  for (let count = 0; count < 5; count += 1) await ask(gateway, { headers });
  expect(ports.size).toBe(1);
});
