import { expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { REAL_KEY } from '../testing/forward-to.js';
import { startLocalUpstream } from '../testing/local-upstream.js';
import { startForwardGateway } from './start-forward-gateway.js';

const closing = createClosing();
const ACCOUNT = '00000000-0000-4000-8000-000000000001';

/** A gateway that presents a login to a provider on loopback, below the given path. */
async function withLogin(basePath: string, headers: Record<string, string> = {}) {
  const upstream = closing(await startLocalUpstream((response) => response.end('{}')));
  const target = {
    baseUrl: upstream.url + basePath,
    key: REAL_KEY,
    presentedAs: 'bearer',
    headers,
  } as const;
  const upstreams = { openai: target, anthropic: target, gemini: target };
  const gateway = closing(await startForwardGateway({ upstreams }));
  return { upstream, gateway, token: gateway.admit({}).token };
}

test('a login of Codex goes to its own path, as a bearer with the account', async () => {
  const { upstream, gateway, token } = await withLogin('/backend-api/codex', {
    'ChatGPT-Account-Id': ACCOUNT,
  });
  await ask(gateway, {
    path: '/v1/responses',
    headers: { ...bearer(token), 'chatgpt-account-id': 'another', originator: 'codex_exec' },
    body: '{"model":"m"}',
  });
  const [seen] = upstream.seen;
  expect(seen?.url).toBe('/backend-api/codex/responses');
  expect(seen?.headers).toMatchObject({
    authorization: `Bearer ${REAL_KEY}`,
    'chatgpt-account-id': ACCOUNT,
    originator: 'codex_exec',
  });
  expect(JSON.stringify(seen)).not.toContain(token);
});

test('a login of Claude Code goes as a bearer instead of a key, with its beta', async () => {
  const { upstream, gateway, token } = await withLogin('');
  await ask(gateway, {
    path: '/v1/messages?beta=true',
    headers: { ...bearer(token), 'anthropic-beta': 'oauth-2025-04-20,made-up-2025-01-01' },
    body: '{"model":"m"}',
  });
  const [seen] = upstream.seen;
  expect(seen?.headers.authorization).toBe(`Bearer ${REAL_KEY}`);
  expect(seen?.headers).not.toHaveProperty('x-api-key');
  expect(seen?.headers['anthropic-beta']).toContain('oauth-2025-04-20');
  expect(JSON.stringify(seen)).not.toContain(token);
});

test('an account header of the client goes nowhere without a login', async () => {
  const { upstream, gateway, token } = await withLogin('');
  await ask(gateway, {
    path: '/v1/responses',
    headers: { ...bearer(token), 'chatgpt-account-id': 'another' },
    body: '{"model":"m"}',
  });
  expect(upstream.seen[0]?.headers).not.toHaveProperty('chatgpt-account-id');
});

test.each([
  [{ Authorization: 'Bearer x' }, 'named "Authorization"'],
  [{ host: 'evil.example' }, 'named "host"'],
  [{ 'transfer-encoding': 'chunked' }, 'named "transfer-encoding"'],
  [{ 'a b': 'c' }, 'named "a b"'],
  [{ 'x-account': 'a\r\nb: c' }, 'header x-account has a value'],
  [{ 'x-account': '' }, 'header x-account has a value'],
])(
  'headers that the gateway decides, or that are none, are refused: %j',
  async (headers, words) => {
    const upstream = { baseUrl: 'http://127.0.0.1:1', key: REAL_KEY, headers };
    const starting = startForwardGateway({ upstreams: { openai: upstream } });
    await expect(starting).rejects.toMatchObject({
      code: 'gateway_upstream_invalid',
      message: expect.stringContaining(words),
    });
  },
);
