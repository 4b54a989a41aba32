import { expect, test, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../server/read-body.js';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { forwardTo, forwardToRaw } from '../testing/forward-to.js';
import type { ExchangeLogEntry } from './exchange-log.js';

const closing = createClosing();

test.each([
  ['101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade', 'switched to another protocol'],
  ['099 Odd\r\nContent-Length: 2', 'gave the status 99'],
])('an upstream that answers %j is a 502 and no hang', async (head, words) => {
  const gateway = await forwardToRaw(closing, (socket) =>
    socket.write(`HTTP/1.1 ${head}\r\n\r\nok`),
  );
  const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token), body: '{}' });
  expect(answer.status).toBe(502);
  expect(answer.body).toContain(words);
});

test('an answer that comes during a large upload is delivered, and the upload ends', async () => {
  const gateway = await forwardToRaw(closing, (socket) => {
    const head = 'HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\n';
    socket.write(`${head}big`, () => socket.resetAndDestroy());
  });
  const headers = bearer(gateway.admit({}).token);
  const answer = await ask(gateway, {
    headers,
    body: JSON.stringify({ input: 'x'.repeat(20_000_000) }),
  });
  expect(answer).toMatchObject({ status: 413, body: 'big', complete: true });
});

test.each([
  ['204', 204, {}],
  ['200 of no length', 200, { 'content-length': 0 }],
  ['200 that only ends', 200, {}],
])(
  'a packed %s without a body is an empty answer, not a cut one',
  async (_name, status, length) => {
    const log: ExchangeLogEntry[] = [];
    const { gateway } = await forwardTo(
      closing,
      (response) => {
        response.writeHead(status, { 'content-encoding': 'gzip', ...length });
        response.flushHeaders();
        response.end();
      },
      { log: (entry) => log.push(entry) },
    );
    const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
    expect(answer).toMatchObject({ status, body: '', complete: true });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    await eventually(() => log.length === 1);
    expect(log[0]?.outcome).toBe('answered');
  },
);

test.each([
  ['known', { 'content-length': MAX_BODY_BYTES + 1 }],
  ['unknown', { 'transfer-encoding': 'chunked' }],
])(
  'a body over the bound, of %s length, is logged as a 413 and uses up no request',
  async (_name, framing) => {
    const log: ExchangeLogEntry[] = [];
    const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'), {
      log: (entry) => log.push(entry),
    });
    const pass = gateway.admit({ budget: { requests: 1 } });
    const headers = bearer(pass.token);
    const body = Buffer.alloc(MAX_BODY_BYTES + 1);
    const refused = await ask(gateway, { headers: { ...headers, ...framing }, body });
    expect(refused.status).toBe(413);
    await eventually(() => log.length === 1);
    expect(log[0]).toMatchObject({ status: 413, outcome: 'refused' });
    expect(pass.usage().requests).toBe(0);
    expect((await ask(gateway, { headers, body: '{}' })).status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
  },
);

test.each([
  [
    'throws',
    () => {
      throw new Error('disk full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('a log that %s is called once, warned of, and breaks no exchange', async (_name, fail) => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  try {
    const log = vi.fn<(entry: ExchangeLogEntry) => void>(fail);
    const { gateway } = await forwardTo(closing, (response) => response.end('{}'), { log });
    const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
    expect(answer).toMatchObject({ status: 200, body: '{}', complete: true });
    await eventually(() => warning.mock.calls.length > 0);
    expect(log).toHaveBeenCalledTimes(1);
    expect(String(warning.mock.calls[0]?.[0])).toContain('disk full');
  } finally {
    warning.mockRestore();
  }
});

test('a global pattern among the allowed paths allows the same path every time', async () => {
  const { gateway } = await forwardTo(closing, (response) => response.end('{}'), {
    allowedPaths: [/responses/g],
  });
  const headers = bearer(gateway.admit({}).token);
  for (let count = 0; count < 3; count += 1) {
    expect((await ask(gateway, { headers })).status).toBe(200);
  }
});
