import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { forwardTo, REAL_KEY } from '../testing/forward-to.js';
import { answerOf, sendEvents } from '../testing/provider-answers.js';
import type { ExchangeLogEntry } from './exchange-log.js';
import { startForwardGateway } from './start-forward-gateway.js';

const closing = createClosing();
const GEMINI = '/v1beta/models/gemini-2.5-pro:streamGenerateContent';

test.each([
  ['/v1/responses', 'authorization', `Bearer ${REAL_KEY}`],
  ['/v1/messages?beta=true', 'x-api-key', REAL_KEY],
  [`${GEMINI}?alt=sse`, 'x-goog-api-key', REAL_KEY],
])(
  '%s goes upstream with the real key in %s and nothing of the token',
  async (path, name, value) => {
    const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
    const { token } = gateway.admit({});
    await ask(gateway, {
      path,
      headers: {
        ...bearer(token),
        'x-api-key': token,
        'x-goog-api-key': token,
        'api-key': token,
        cookie: 'a=b',
        'proxy-authorization': 'Basic x',
        'x-forwarded-for': '10.0.0.1',
        connection: 'close, x-hop',
        'x-hop': 'mine',
        'user-agent': 'an-agent/1.0',
        'x-of-no-list': 'yes',
        'content-type': 'application/json',
      },
      body: '{"model":"m"}',
    });

    const [seen] = upstream.seen;
    expect(seen?.headers[name]).toBe(value);
    expect(seen?.headers['user-agent']).toBe('an-agent/1.0');
    expect(seen?.headers).not.toHaveProperty('x-of-no-list');
    expect(seen?.headers.host).toBe(new URL(upstream.url).host);
    expect(seen?.headers['accept-encoding']).toBe('identity');
    expect(seen?.body).toBe('{"model":"m"}');
    expect(JSON.stringify(seen)).not.toContain(token);
    for (const gone of ['cookie', 'proxy-authorization', 'x-forwarded-for', 'x-hop', 'api-key']) {
      expect(seen?.headers).not.toHaveProperty(gone);
    }
  },
);

test('a token in the query of a Gemini URL is taken out, the rest of the query stays', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const { token } = gateway.admit({});
  await ask(gateway, { path: `${GEMINI}?key=${token}&alt=sse` });
  expect(upstream.seen[0]?.url).toBe(`${GEMINI}?alt=sse`);
  expect(upstream.seen[0]?.headers['x-goog-api-key']).toBe(REAL_KEY);
});

test('a Host header of the client changes nothing', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const { token } = gateway.admit({});
  await ask(gateway, { headers: { ...bearer(token), host: 'evil.example' } });
  expect(upstream.seen[0]?.headers.host).toBe(new URL(upstream.url).host);
});

test.each([
  ['', '/v1/responses', '/v1/responses'],
  ['/v1', '/v1/responses', '/v1/responses'],
  ['/v1/', '/v1/responses', '/v1/responses'],
  ['/openai/v3', '/v1/responses', '/openai/v3/responses'],
  ['', '/v1/messages', '/v1/messages'],
  ['/v1', '/v1/messages', '/v1/messages'],
  ['/anthropic', '/v1/messages?beta=true', '/anthropic/v1/messages?beta=true'],
  ['', GEMINI, GEMINI],
  ['/v1beta', GEMINI, GEMINI],
  ['/google', GEMINI, `/google${GEMINI}`],
])('below the base path "%s", %s lies at %s', async (basePath, path, expected) => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'), {
    basePath,
  });
  const { token } = gateway.admit({});
  const headers = { ...bearer(token), 'x-api-key': token, 'x-goog-api-key': token };
  await ask(gateway, { path, headers });
  expect(upstream.seen[0]?.url).toBe(expected);
});

test('allowedPaths narrows what is forwarded', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'), {
    allowedPaths: [/^\/v1\/responses$/],
  });
  const headers = bearer(gateway.admit({}).token);
  expect((await ask(gateway, { headers })).status).toBe(200);
  expect((await ask(gateway, { method: 'GET', path: '/v1/models', headers })).status).toBe(403);
  expect(upstream.seen).toHaveLength(1);
});

test('a dialect without an upstream is a clear 404', async () => {
  const gateway = closing(await startForwardGateway({ upstreams: {} }));
  const { status, body } = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(status).toBe(404);
  expect(body).toContain('no upstream for openai requests');
});

test('a key that the upstream gives back reaches neither client nor log', async () => {
  const log: ExchangeLogEntry[] = [];
  const { gateway } = await forwardTo(
    closing,
    (response) => {
      response.writeHead(401, { 'x-echo': `key ${REAL_KEY}!`, 'content-type': 'application/json' });
      const body = JSON.stringify({ error: { message: `Incorrect API key: ${REAL_KEY}.` } });
      response.write(body.slice(0, 40));
      setImmediate(() => response.end(body.slice(40)));
    },
    { log: (entry) => log.push(entry) },
  );
  const answer = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body).error.message).toMatch(/^Incorrect API key: \*{44}\.$/);
  expect(answer.headers['x-echo']).toBe(`key ${'*'.repeat(44)}!`);
  expect(JSON.stringify([answer, log])).not.toContain(REAL_KEY);
});

test('the log says what happened and nothing that was said', async () => {
  const log: ExchangeLogEntry[] = [];
  const usage = { input_tokens: 7, output_tokens: 3 };
  const { gateway } = await forwardTo(
    closing,
    (response) => sendEvents(response, answerOf.openai('said', usage)),
    { log: (entry) => log.push(entry) },
  );
  const { token } = gateway.admit({});
  await ask(gateway, {
    path: '/v1/responses?trace=asked',
    headers: bearer(token),
    body: '{"asked":1}',
  });
  expect(log).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      dialect: 'openai',
      method: 'POST',
      path: '/v1/responses',
      status: 200,
      outcome: 'answered',
      firstByteMs: expect.any(Number),
      durationMs: expect.any(Number),
      usage: { inputTokens: 7, cachedInputTokens: 0, outputTokens: 3, reasoningTokens: 0 },
    },
  ]);
});

test('cookies and routes of the upstream stay with the gateway', async () => {
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(200, {
      'set-cookie': 'session=1',
      'alt-svc': 'h3=":443"',
      'x-request-id': 'r1',
    });
    response.end('{}');
  });
  const { headers } = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('alt-svc');
  expect(headers['x-request-id']).toBe('r1');
});

test.each([
  [{ baseUrl: 'nonsense', key: REAL_KEY }, 'not a URL'],
  [{ baseUrl: 'ftp://host', key: REAL_KEY }, 'http:// or https://'],
  [{ baseUrl: 'https://user@host', key: REAL_KEY }, 'no user, password'],
  [{ baseUrl: 'https://:pass@host', key: REAL_KEY }, 'no user, password'],
  [{ baseUrl: 'https://host?key=1', key: REAL_KEY }, 'no user, password, query'],
  [{ baseUrl: 'https://host#key', key: REAL_KEY }, 'query or fragment'],
  [{ baseUrl: 'https://host', key: '' }, 'key is missing, empty'],
  [{ baseUrl: 'https://host', key: ' ' }, 'key is missing, empty'],
  [{ baseUrl: 'https://host', key: `${REAL_KEY}\n` }, 'characters that no header can carry'],
  [{ baseUrl: 'https://host', key: `${REAL_KEY}\r\nx: y` }, 'characters that no header can carry'],
])(
  'a bad upstream is refused when the gateway starts, without its key (%#)',
  async (upstream, words) => {
    const starting = startForwardGateway({ upstreams: { openai: upstream } });
    const error = await starting.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ code: 'gateway_upstream_invalid' });
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain(REAL_KEY);
  },
);
