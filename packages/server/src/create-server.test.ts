import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineScript } from '@dragoman/gateway';
import { errorBody } from '@dragoman/protocol/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postRequest } from '../test-inputs/server-fixture.js';
import type { DragomanServer, RequestLog, ServerOptions, ServerPolicy } from './contract.js';
import { createServer } from './create-server.js';
import { listen } from './node/listen.js';
import { createFilesTurnStore } from './store/files-turn-store.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-server-'));
  await mkdir(join(folder, 'state'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A server whose agent is never run. */
function serverWith(options: Partial<ServerOptions> = {}): DragomanServer {
  return createServer({ stateDirectory: join(folder, 'state'), policy: policyOf(), ...options });
}

function policyOf(): ServerPolicy {
  const script = defineScript({ steps: [{ say: 'Hello.' }] });
  return {
    agents: { codex: { access: { kind: 'script', script } } },
    workspaces: { app: { path: folder } },
    sandbox: 'process',
    limits: { bodyBytes: 1000 },
  };
}

const get = (server: DragomanServer, path: string, headers: Record<string, string> = {}) =>
  server.fetch(new Request(`http://localhost${path}`, { headers }));

/** What a client may do wrong, and what it gets. */
const WRONG: readonly (readonly [string, () => Request, number, string])[] = [
  ['a path that there is not', () => new Request('http://localhost/v1/x'), 404, 'not_found'],
  ['a turn that there is not', () => turnRequest('mwlqp811d29d7f209c'), 404, 'turn_unknown'],
  ['a path for an id', () => turnRequest('..%2F..%2Fetc'), 404, 'turn_unknown'],
  ['a folder for an id', () => turnRequest('%2Ftmp'), 404, 'turn_unknown'],
  ['another method', () => turnRequest('x', 'PUT'), 405, 'method_not_allowed'],
  ['a cursor that is no number', () => turnRequest('x/events?after=-1'), 400, 'invalid_request'],
  ['no JSON', () => rawRequest('{"prompt":'), 400, 'invalid_request'],
  ['no UTF-8', () => rawRequest(new Uint8Array([0x22, 0xff, 0x22])), 400, 'invalid_request'],
  ['no body', () => rawRequest(''), 400, 'invalid_request'],
  ['another type', () => rawRequest('prompt=x', 'text/plain'), 415, 'unsupported_media_type'],
  ['a body that is too large', () => rawRequest('"'.repeat(1001)), 413, 'body_too_large'],
  ['an empty prompt', () => postRequest('/v1/turns', { prompt: '' }), 400, 'invalid_request'],
  ['a path to work in', () => startRequest({ cwd: '/' }), 400, 'invalid_request'],
  ['an agent that is not allowed', () => startRequest({ agent: 'x' }), 400, 'agent_not_allowed'],
  ['a session of nobody', () => startRequest({ session_id: 's' }), 404, 'session_unknown'],
  ['nothing to fork', () => startRequest({ fork: true }), 400, 'invalid_request'],
  [
    'a form that there is not',
    () => startRequest({}, { accept: 'image/png' }),
    406,
    'not_acceptable',
  ],
  [
    'a key that is none',
    () => startRequest({}, { 'idempotency-key': 'x'.repeat(201) }),
    400,
    'invalid_request',
  ],
  [
    'a conversation with half of a character',
    () => startRequest({ conversation: 'a\ud800' }),
    400,
    'invalid_request',
  ],
  [
    'a session with half of a character',
    () => startRequest({ session_id: '\udc00' }),
    400,
    'invalid_request',
  ],
  ['a page before nothing', () => pageRequest('/turns?before=zzz'), 400, 'invalid_request'],
  ['sessions before nothing', () => pageRequest('/sessions?before=9'), 400, 'invalid_request'],
  [
    'an artifact with an odd name, of a turn that there is not',
    () => turnRequest('mwlqp811d29d7f209c/artifacts/a%0Ab'),
    404,
    'turn_unknown',
  ],
  ['another host', () => new Request('http://evil.example/v1/turns'), 400, 'host_refused'],
  [
    'another origin',
    () => startRequest({}, { origin: 'https://evil.example' }),
    403,
    'origin_refused',
  ],
];

function turnRequest(id: string, method = 'GET'): Request {
  return new Request(`http://localhost/v1/turns/${id}`, { method });
}

function pageRequest(path: string): Request {
  return new Request(`http://localhost/v1${path}`);
}

function startRequest(body: object, headers: Record<string, string> = {}): Request {
  return postRequest('/v1/turns', { prompt: 'Hi.', ...body }, headers);
}

function rawRequest(body: string | Uint8Array<ArrayBuffer>, type = 'application/json'): Request {
  const headers = { 'content-type': type };
  return new Request('http://localhost/v1/turns', { method: 'POST', body, headers });
}

test.each(WRONG)('%s is refused', async (_what, request, status, errorCode) => {
  const log: RequestLog[] = [];
  const server = serverWith({ log: (line) => log.push(line) });
  const response = await server.fetch(request());
  expect([response.status, await response.json()]).toEqual([
    status,
    { ok: false, errorCode, message: expect.stringMatching(/^[A-Z`].*\.$/s) },
  ]);
  expect(log).toMatchObject([{ status, errorCode }]);
  await server.close();
});

test('a client that asks for it gets a problem by RFC 9457', async () => {
  const server = serverWith();
  const response = await get(server, '/v1/x', { accept: 'application/problem+json' });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'not found',
    status: 404,
    detail: expect.any(String),
    errorCode: 'not_found',
  });
  await server.close();
});

test('a path says which methods it takes', async () => {
  const server = serverWith();
  const refused = await server.fetch(turnRequest('x', 'DELETE'));
  expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  const asked = await server.fetch(new Request('http://localhost/v1/turns', { method: 'OPTIONS' }));
  expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  const head = await server.fetch(new Request('http://localhost/v1/x', { method: 'HEAD' }));
  expect([head.status, await head.text()]).toEqual([404, '']);
  await server.close();
});

test('a field that is missing is said to be', async () => {
  const server = serverWith();
  const response = await server.fetch(postRequest('/v1/turns', { promt: 'Hi.' }));
  expect(await response.json()).toMatchObject({
    message: 'The request can\'t be used: prompt: is missing; there is no field "promt".',
  });
  await server.close();
});

/** What clients get wrong, and the words for it: those of the schemas were for programmers. */
const WORDS: readonly (readonly [Request, string])[] = [
  [pageRequest('/turns?limit=x'), 'limit: must be a number'],
  [pageRequest('/turns?limit=0'), 'limit: must be at least 1'],
  [pageRequest('/turns?limit=101'), 'limit: must be at most 100'],
  [pageRequest('/turns?state=no'), 'state: must be one of "running", '],
  [startRequest({ prompt: 1 }), 'prompt: must be a text'],
  [startRequest({ conversation: '' }), 'conversation: must not be empty'],
  [
    startRequest({ conversation: 'x'.repeat(201) }),
    'conversation: must have at most 200 characters',
  ],
  [startRequest({ conversation: 'a\ud801' }), 'conversation: has half of a character'],
  [startRequest({ fork: 'yes' }), 'fork: must be `true` or `false`'],
  [
    startRequest({ tools: [{ name: '1', input_schema: {} }] }),
    'tools.0.name: must have at most 51',
  ],
  [
    startRequest({ images: [{ media_type: 'x', data: '' }] }),
    'images.0.media_type: must be the type',
  ],
  [startRequest({}, { 'idempotency-key': '' }), 'idempotency-key: must have 1 to 200 printable'],
  [
    new Request('http://localhost/v1/turns/x/events', { headers: { 'last-event-id': 'x' } }),
    'Last-Event-ID: must be the number of an event',
  ],
];

test.each(WORDS)('a client is told in plain words: %#', async (request, words) => {
  const server = serverWith();
  const { message } = errorBody.parse(await (await server.fetch(request.clone())).json());
  expect(message).toContain(`The request can't be used: ${words}`);
  await server.close();
});

test('however much a client gets wrong, it is told in few words', async () => {
  const server = serverWith({ policy: { ...policyOf(), limits: {} } });
  const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_none, at) => [`f${at}`, 1]));
  const refused = await server.fetch(startRequest(fields));
  const { message } = errorBody.parse(await refused.json());
  expect([refused.status, message]).toEqual([
    400,
    `The request can't be used: there is no field "f0", "f1", "f2", "f3", "f4" (and 199995 more).`,
  ]);
  await server.close();
});

test('a body of more levels than a stack can follow is refused; it was a 500', async () => {
  const server = serverWith({ policy: { ...policyOf(), limits: {} } });
  const schema = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const refused = async (levels: number) => {
    const body = `{"prompt":"Hi.","agent":"x","output_schema":${schema(levels)}}`;
    const response = await server.fetch(rawRequest(body));
    return [response.status, await response.json()];
  };
  const message = 'The body has more than 200 levels.';
  const expected = [400, { ok: false, errorCode: 'invalid_request', message }];
  expect(await refused(20_000)).toEqual(expected);
  expect(await refused(200)).toEqual(expected);
  expect(await refused(199)).toMatchObject([400, { errorCode: 'agent_not_allowed' }]);
  await server.close();
});

test('HEAD on a port has the headers of GET; it was a 500 on every path', async () => {
  const server = serverWith();
  const { url, close } = await listen(server);
  for (const path of ['/health', '/ready', '/openapi.json', '/v1/turns']) {
    const [head, whole] = await Promise.all([
      fetch(`${url}${path}`, { method: 'HEAD' }),
      fetch(`${url}${path}`),
    ]);
    expect([path, head.status, await head.text()]).toEqual([path, 200, '']);
    expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'));
    await whole.body?.cancel();
  }
  await close();
});

test('pages of an allowed origin can read what they get, refusals included', async () => {
  const origin = 'https://app.example';
  const server = serverWith({ policy: { ...policyOf(), origins: [origin] } });
  const preflight = await server.fetch(
    new Request('http://localhost/v1/turns', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }),
  );
  expect(preflight.status).toBe(204);
  const refused = await get(server, '/v1/x', { origin });
  for (const response of [preflight, refused]) {
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  }
  await server.close();
});

test('what fails inside is a 500 without its words, which are in the log', async () => {
  const log: RequestLog[] = [];
  const keys = { find: () => Promise.reject(new Error('the disk /secret is gone')) };
  const server = serverWith({ keys, log: (line) => log.push(line) });
  const response = await get(server, '/v1/turns', { authorization: 'Bearer x' });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ ok: false, errorCode: 'internal_error' });
  expect(text).not.toContain('secret');
  expect(log).toMatchObject([{ errorCode: 'internal_error', error: 'the disk /secret is gone' }]);
  await server.close();
});

test('requests beyond the rate are refused with when to come back', async () => {
  const server = serverWith({ policy: { ...policyOf(), limits: { requestsPerMinute: 2 } } });
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push(await get(server, '/v1/turns'));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(statuses[2]?.headers.get('retry-after')).toMatch(/^\d+$/);
  await server.close();
});

test('it is ready as long as turns can begin', async () => {
  const server = serverWith({ keys: { find: async () => undefined } });
  const statuses = async () => [
    (await get(server, '/health')).status,
    (await get(server, '/ready')).status,
    (await get(server, '/metrics')).status,
  ];
  // Probes have no key.
  expect(await statuses()).toEqual([200, 200, 401]);
  await server.close();
  expect(await statuses()).toEqual([200, 503, 401]);
});

test('it is ready when a start that failed in passing is done again; it was a 503 for ever', async () => {
  const store = createFilesTurnStore(join(folder, 'state'));
  let failing = 1;
  const recover = async () => {
    failing -= 1;
    if (failing >= 0) throw Object.assign(new Error('open files'), { code: 'EMFILE' });
    await store.recover();
  };
  const server = serverWith({ store: { ...store, recover } });
  const refused = await get(server, '/ready');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const ready = async () => (await get(server, '/ready')).status;
  await expect.poll(ready, { timeout: 5000 }).toBe(200);
  await server.close();
});

test('its document says that a key is needed from the first one on; it said no for ever', async () => {
  let hasAny = false;
  const keys = { find: async () => ({ id: 'one' }), hasAny: async () => hasAny };
  const server = serverWith({ keys, openUntilFirstKey: true });
  const document = async (headers?: Record<string, string>) =>
    (await get(server, '/openapi.json', headers)).json();
  expect(await document()).toMatchObject({ security: [] });
  hasAny = true;
  const bearer = { authorization: 'Bearer x' };
  expect(await document(bearer)).toMatchObject({ security: [{ key: [] }] });
  await server.close();
});

test('it is not ready where it can’t write its state', async () => {
  const stateDirectory = join(folder, 'blocked');
  await mkdir(stateDirectory);
  await writeFile(join(stateDirectory, 'server'), 'not a folder');
  await chmod(stateDirectory, 0o500);
  const server = serverWith({ stateDirectory });
  expect((await get(server, '/ready')).status).toBe(503);
  await server.close();
  await chmod(stateDirectory, 0o700);
});

test('a client that breaks off its upload is no fault of the server', async () => {
  const log: RequestLog[] = [];
  const listening = await listen(serverWith({ log: (line) => log.push(line) }));
  const { port } = new URL(listening.url);
  const head = 'POST /v1/turns HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head}content-length: 500\r\n\r\n{"prompt":`, () => socket.resetAndDestroy());
  await expect.poll(() => log).toMatchObject([{ status: 400, errorCode: 'invalid_request' }]);
  expect(log[0]?.error).toBeUndefined();
  await listening.close();
});
