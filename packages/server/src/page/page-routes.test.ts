import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineScript } from '@dragoman/gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerOptions } from '../contract.js';
import { createServer } from '../create-server.js';
import type { KeyRing } from '../keys/key-ring.js';

const page = [
  { name: '', contentType: 'text/html; charset=utf-8', content: '<p>The page</p>' },
  { name: 'view.js', contentType: 'text/javascript; charset=utf-8', content: 'run();' },
];
const keys: KeyRing = { find: async () => undefined };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-page-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function ask(
  path: string,
  options: Partial<ServerOptions> = {},
  init: RequestInit = {},
): Promise<Response> {
  const access = { kind: 'script' as const, script: defineScript({ steps: [{ say: 'Hello.' }] }) };
  const server = createServer({
    stateDirectory: join(folder, 'state'),
    policy: { agents: { codex: { access } }, workspaces: { app: { path: folder } } },
    page,
    ...options,
  });
  return server.fetch(new Request(`http://localhost${path}`, init)).finally(() => server.close());
}

test('the page is at the root, with a policy that lets it run nothing but its own', async () => {
  const response = await ask('/');
  expect([response.status, await response.text()]).toEqual([200, '<p>The page</p>']);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy')?.split('; ');
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
  const script = await ask('/view.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
});

test('it holds no secret and needs no key; all it asks for does', async () => {
  expect((await ask('/', { keys })).status).toBe(200);
  expect((await ask('/view.js', { keys })).status).toBe(200);
  expect((await ask('/v1/turns', { keys })).status).toBe(401);
  expect((await ask('/other.js', { keys })).status).toBe(401);
});

test('under a base path it ends with a slash, so that its files are beside it', async () => {
  const basePath = '/agents';
  const bare = await ask('/agents', { basePath });
  expect([bare.status, bare.headers.get('location')]).toEqual([308, 'agents/']);
  expect((await ask('/agents/', { basePath })).status).toBe(200);
  expect((await ask('/agents/view.js', { basePath })).status).toBe(200);
  expect((await ask('/', { basePath })).status).toBe(404);
});

test.each([
  ['another name', { host: 'evil.example' }, 400],
  [
    'a script of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    403,
  ],
  ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
])('by %s it is answered with what the rest of the server is', async (_, headers, status) => {
  expect((await ask('/', {}, { headers })).status).toBe(status);
});

test('it is only read', async () => {
  const response = await ask('/', {}, { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('without a page there is none', async () => {
  expect((await ask('/', { page: undefined })).status).toBe(404);
});
