import { expect, test } from 'vitest';
import { createClosing } from '../testing/closing.js';
import { forwardTo, REAL_KEY } from '../testing/forward-to.js';
import { startForwardGateway } from './start-forward-gateway.js';

const closing = createClosing();

/** What a caller without types may hand over. */
function untyped<Value>(value: unknown): Value;
function untyped(value: unknown): unknown {
  return value;
}

test.each([
  [{ budget: { requests: Number.NaN } }, 'budget.requests'],
  [{ budget: { totalTokens: Number.NaN } }, 'budget.totalTokens'],
  [{ budget: { requests: -1 } }, 'budget.requests'],
  [{ budget: { requests: '3' } }, 'budget.requests'],
  [{ budget: { outputTokens: Number.POSITIVE_INFINITY } }, 'budget.outputTokens'],
  [{ budget: { tokens: 1 } }, 'tokens'],
  [{ budget: { costUsd: -1 }, costOf: () => 0 }, 'budget.costUsd'],
  [{ budget: { costUsd: 1 } }, 'costOf'],
  [{ bugdet: { requests: 1 } }, 'bugdet'],
  [{ record: {} }, 'record.begin'],
  [undefined, 'top level'],
])('a turn with a limit that would not limit is not admitted (%#)', async (turn, words) => {
  const { gateway } = await forwardTo(closing, (response) => response.end('{}'));
  expect(() => gateway.admit(untyped(turn))).toThrowError(
    expect.objectContaining({
      code: 'gateway_options_invalid',
      message: expect.stringContaining(words),
    }),
  );
});

test.each([
  [{}, 'upstreams'],
  [{ upstreams: { opneai: { baseUrl: 'http://host', key: REAL_KEY } } }, 'opneai'],
  [{ upstreams: { openai: { baseUrl: 'http://host', apiKey: REAL_KEY } } }, 'apiKey'],
  [{ upstreams: { openai: { baseUrl: 'http://host' } } }, 'key is missing'],
  [{ upstreams: { openai: { key: REAL_KEY } } }, 'not a URL'],
  [{ upstreams: {}, allowedPaths: ['/v1/responses'] }, 'allowedPaths.0'],
  [{ upstreams: {}, allowPaths: [] }, 'allowPaths'],
  [{ upstreams: {}, log: 'console' }, 'log'],
])('options that would leave a door open are refused at the start (%#)', async (options, words) => {
  const error = await startForwardGateway(untyped(options)).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({
    code: expect.stringMatching(/^gateway_(options|upstream)_invalid$/),
  });
  expect(String(error)).toContain(words);
  expect(String(error)).not.toContain(REAL_KEY);
});
