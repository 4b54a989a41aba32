import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { forwardTo } from '../testing/forward-to.js';
import { answerOf, sendEvents, sse } from '../testing/provider-answers.js';

const closing = createClosing();
const OPENAI_USAGE = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 600 },
  output_tokens: 50,
  output_tokens_details: { reasoning_tokens: 10 },
};

test.each([
  [
    'OpenAI',
    '/v1/responses',
    answerOf.openai('hi', OPENAI_USAGE),
    { inputTokens: 1000, cachedInputTokens: 600, outputTokens: 50, reasoningTokens: 10 },
  ],
  [
    'Anthropic, whose input leaves out the cache',
    '/v1/messages',
    answerOf.anthropic('hi'),
    {
      inputTokens: 1100,
      cachedInputTokens: 600,
      writtenInputTokens: 100,
      outputTokens: 50,
      reasoningTokens: 0,
    },
  ],
  [
    'Gemini, whose last chunk counts',
    '/v1beta/models/m:streamGenerateContent?alt=sse',
    answerOf.gemini('hi'),
    { inputTokens: 1000, cachedInputTokens: 600, outputTokens: 50, reasoningTokens: 10 },
  ],
])('counts a streamed answer of %s', async (_name, path, events, tokens) => {
  const { gateway } = await forwardTo(closing, (response) => sendEvents(response, events));
  const pass = gateway.admit({});
  const { body } = await ask(gateway, { path, headers: bearer(pass.token) });
  expect(body).toBe(events.join(''));
  expect(pass.usage()).toEqual({ requests: 1, ...tokens });
});

test('counts a plain JSON answer, and one that the upstream packed unasked', async () => {
  const body = JSON.stringify({ object: 'response', usage: OPENAI_USAGE });
  const { gateway } = await forwardTo(closing, (response, _seen, request) => {
    const packed = request.url?.includes('packed') === true;
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(packed ? gzipSync(body) : body);
  });
  const pass = gateway.admit({});
  const headers = bearer(pass.token);
  for (const path of ['/v1/responses', '/v1/responses?packed']) {
    const answer = await ask(gateway, { path, headers });
    expect(answer.body).toBe(body);
    expect(answer.headers).not.toHaveProperty('content-encoding');
  }
  expect(pass.usage()).toMatchObject({ requests: 2, inputTokens: 2000, outputTokens: 100 });
});

test.each(['secret-squeeze', 'constructor'])(
  'an answer packed in an unknown way (%s) is a 502, not garbage',
  async (encoding) => {
    const { gateway } = await forwardTo(closing, (response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end('x');
    });
    const { status, body } = await ask(gateway, { headers: bearer(gateway.admit({}).token) });
    expect(status).toBe(502);
    expect(body).toContain('cannot read');
  },
);

test('an answer that breaks off counts as far as it went', async () => {
  const { gateway } = await forwardTo(closing, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(answerOf.anthropic('x')[0], () => setImmediate(() => response.destroy()));
  });
  const pass = gateway.admit({});
  const { complete } = await ask(gateway, { path: '/v1/messages', headers: bearer(pass.token) });
  expect(complete).toBe(false);
  expect(pass.usage()).toMatchObject({ requests: 1, inputTokens: 1100, outputTokens: 1 });
});

test('model lists and token counts are not requests to a model', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) =>
    response.end('{"input_tokens":5}'),
  );
  const pass = gateway.admit({ budget: { requests: 0 } });
  const headers = bearer(pass.token);
  await ask(gateway, { method: 'GET', path: '/v1/models', headers });
  await ask(gateway, { path: '/v1/messages/count_tokens', headers });
  expect(upstream.seen).toHaveLength(2);
  expect(pass.usage().requests).toBe(0);
});

test('text that only looks like usage counts for nothing', async () => {
  const events = [
    sse({ type: 'response.output_text.delta', delta: '{"usage":{"input_tokens":9}}' }),
    'data: {"usage": broken\n\n',
    sse({
      type: 'response.completed',
      response: { usage: { input_tokens: -5, output_tokens: 'x' } },
    }),
  ];
  const { gateway } = await forwardTo(closing, (response) => sendEvents(response, events));
  const pass = gateway.admit({});
  await ask(gateway, { headers: bearer(pass.token) });
  expect(pass.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 });
});

test('a budget in dollars is charged for what came from a cache and what was written to one', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) =>
    sendEvents(response, answerOf.anthropic('hi')),
  );
  const charged: unknown[] = [];
  const pass = gateway.admit({
    budget: { costUsd: 1 },
    costOf: (model, tokens) => {
      charged.push({ model, ...tokens });
      return 0.75;
    },
  });
  const options = { path: '/v1/messages', headers: bearer(pass.token), body: '{"model":"m"}' };
  for (const status of [200, 200, 400])
    expect(await ask(gateway, options)).toMatchObject({ status });
  expect(upstream.seen).toHaveLength(2);
  expect(pass.usage()).toMatchObject({ costUsd: 1.5, writtenInputTokens: 200 });
  expect(charged[1]).toEqual({
    model: 'm',
    inputTokens: 1100,
    cachedInputTokens: 600,
    writtenInputTokens: 100,
    outputTokens: 50,
    reasoningTokens: 0,
  });
});

test.each([
  [{ requests: 2 }, 'may use 2 model requests and has used 2', 2],
  [{ inputTokens: 1500 }, 'may use 1500 input tokens and has used 2000', 2],
  [{ outputTokens: 50 }, 'may use 50 output tokens and has used 50', 1],
  [{ totalTokens: 2000, requests: 9 }, 'may use 2000 tokens and has used 2100', 2],
])(
  'stops at the budget %o and says so in the shape of the provider',
  async (budget, words, served) => {
    const { gateway, upstream } = await forwardTo(closing, (response) =>
      sendEvents(response, answerOf.openai('hi', OPENAI_USAGE)),
    );
    const headers = bearer(gateway.admit({ budget }).token);
    let answer = await ask(gateway, { headers });
    while (answer.status === 200) answer = await ask(gateway, { headers });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error).toMatchObject({
      type: 'invalid_request_error',
      code: 'budget_exceeded',
      message: expect.stringContaining(words),
    });
    expect(upstream.seen).toHaveLength(served);
  },
);

test('of many requests at once exactly as many pass as the budget has', async () => {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const pass = gateway.admit({ budget: { requests: 10 } });
  const other = gateway.admit({});
  const asked = Array.from({ length: 40 }, () => ask(gateway, { headers: bearer(pass.token) }));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  expect(upstream.seen).toHaveLength(10);
  expect(pass.usage().requests).toBe(10);
  expect((await ask(gateway, { headers: bearer(other.token) })).status).toBe(200);
});

test.each([
  ['JSON', '/v1/responses', JSON.stringify({ object: 'response', usage: OPENAI_USAGE })],
  [
    'an event without its end',
    '/v1/responses',
    `data: ${JSON.stringify({ type: 'response.completed', response: { usage: OPENAI_USAGE } })}\n`,
  ],
  [
    'an array without its end',
    '/v1beta/models/m:streamGenerateContent',
    '[{"usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":50}}\n',
  ],
])(
  'a client that leaves when it has read enough of %s has still used it',
  async (_name, path, text) => {
    const { gateway } = await forwardTo(closing, (response) => {
      // The answer never ends by itself.
      response.writeHead(200).write(text);
    });
    const pass = gateway.admit({ budget: { totalTokens: 100 } });
    const headers = { authorization: `Bearer ${pass.token}` };
    const options = { method: 'POST', headers, body: '{}' };
    const leaving = new AbortController();
    const answer = await fetch(`${gateway.url}${path}`, { ...options, signal: leaving.signal });
    const reader = answer.body?.getReader();
    let read = 0;
    while (read < Buffer.byteLength(text)) read += (await reader?.read())?.value?.length ?? 0;
    leaving.abort();

    await vi.waitFor(() =>
      expect(pass.usage()).toMatchObject({ inputTokens: 1000, outputTokens: 50 }),
    );
    const refused = await fetch(`${gateway.url}${path}`, options);
    expect(await refused.text()).toContain('Budget reached');
  },
);
