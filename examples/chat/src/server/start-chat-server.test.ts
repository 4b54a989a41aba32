import { existsSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  INSTALL_TIMEOUT_MS,
  isWatchdog,
  processesOf,
  testCacheDirectory,
  waitUntil,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChatOptions, readOptions } from './read-options.js';
import { type ChatServer, startChatServer } from './start-chat-server.js';

const LONGEST_MS = 120_000;

let server: ChatServer;

beforeAll(async () => {
  server = await start({ port: 0 });
}, INSTALL_TIMEOUT_MS);

afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
});

function start(options: Partial<ChatOptions>): Promise<ChatServer> {
  // What is installed for tests is no business of the user's state folder.
  vi.stubEnv('DRAGOMAN_STATE', join(testCacheDirectory(), 'state'));
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  const defaults = readOptions(['--agent', 'codex', '--sandbox', 'process']);
  if (defaults === undefined) throw new Error('These are no options.');
  return startChatServer({
    ...defaults,
    ...options,
    page: import.meta.dirname,
  });
}

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const type = { 'content-type': 'application/json' };
  return fetch(`${url}/v1/chat`, { method: 'POST', body, headers: { ...type, ...headers } });
}

test.each([
  ['no JSON', 'hello', /is no JSON/],
  ['no chat', '{"messages":[]}', /id/],
  ['an id that is no name', '{"id":"","messages":[]}', /id/],
  ['messages that are none', '{"id":"a","messages":[{"role":"person"}]}', /messages/],
])('refuses %s with words', async (_what, body, words) => {
  const response = await post(server.url, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(words) });
});

test('is for its own page only', async () => {
  const foreign = await post(server.url, '{}', { origin: 'https://example.com' });
  expect(foreign.status).toBe(403);
  const own = await post(server.url, '{}', { origin: server.url });
  expect(own.status).toBe(400);
  const status = await new Promise((resolve, reject) => {
    const asked = get(server.url, { headers: { host: 'example.com' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
  });
  expect(status).toBe(403);
});

test(
  'its end is the end of its agents',
  async () => {
    const chat = await start({ port: 0 });
    const said = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Put the kettle on.' }] };
    const body = JSON.stringify({ id: 'chat', messages: [said] });
    const answer = post(chat.url, body).catch(() => undefined);
    const running = async () =>
      (await processesOf([chat.folder])).filter((one) => !isWatchdog(one));
    await waitUntil('the kettle is on', async () =>
      (await running()).some(({ args }) => args.includes('kettle.sh')),
    );
    await chat.close();
    expect(await running()).toEqual([]);
    expect(existsSync(chat.folder)).toBe(false);
    await answer;
  },
  LONGEST_MS,
);

test('a port that is taken is said to be so', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start({ port })).rejects.toMatchObject({
    code: 'listen_failed',
    message: expect.stringMatching(/:\d+: the address is in use. Choose another port/),
  });
  other.close();
});

test.each([
  [{ sandbox: 'bottle' }, 'usage'],
  [{ workspace: '/nowhere/at/all' }, 'workspace_missing'],
  [{ agent: 'parrot' }, 'agent_unknown'],
])('refuses %j before anything is installed', async (options, code) => {
  await expect(start(options)).rejects.toMatchObject({ code });
});

test.each([
  [['--port', 'four'], /a port is a number/],
  [['--colour'], /--colour.*npm start/s],
])('refuses %j', (args, words) => {
  expect(() => readOptions(args)).toThrow(words);
});
