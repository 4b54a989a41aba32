import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorBody } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS, type RedisServer, startRedisServer } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
  type RunningDragoman,
} from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 30_000, interval: 20 };
const TIMEOUT_MS = 120_000;
const SCRIPT = 'steps:\n  - say: Hello.\n';

let fixture: DragomanFixture;
let redis: RedisServer;
const running: RunningDragoman[] = [];
beforeAll(async () => {
  await prepareDragoman();
  fixture = await createDragomanFixture();
  await writeFile(join(fixture.workspace, 'hello.yaml'), SCRIPT);
  redis = await startRedisServer();
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  await redis.remove();
  await fixture.remove();
});

/** A server with its own state folder. Gives its address. */
async function serve(name: string, args: readonly string[], env = {}): Promise<string> {
  const state = join(fixture.state, '..', name);
  await mkdir(state, { recursive: true, mode: 0o700 });
  const server = fixture.start(
    ['serve', '--script', join(fixture.workspace, 'hello.yaml'), '--port', '0', ...args],
    { env: { DRAGOMAN_STATE: state, ...env } },
  );
  running.push(server);
  await vi.waitFor(() => expect(server.stderr()).toMatch(/curl/), PATIENCE);
  expect(server.stderr()).toContain(`shared through ${redis.url}`);
  return /listens on (\S+)/.exec(server.stderr())?.[1] ?? '';
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('two servers with one Redis are one: by the option, the environment and the file', {
  timeout: TIMEOUT_MS,
}, async () => {
  const file = join(fixture.workspace, 'server.yaml');
  await writeFile(file, `redis: { url: '${redis.url}', node: worker-1, lease: 5s }\n`);
  const first = await serve('one', ['--config', file]);
  const second = await serve('two', ['--redis', redis.url]);
  const third = await serve('three', [], { DRAGOMAN_REDIS: redis.url });

  const began = await post(`${first}/v1/turns`, { prompt: 'Go.', conversation: 'chat' });
  const id = began.headers.get('turn-id');
  const lines = await began.text();
  for (const url of [second, third]) {
    expect(await (await fetch(`${url}/v1/turns/${id}/events`)).text()).toBe(lines);
    const { turns } = (await (await fetch(`${url}/v1/turns`)).json()) as { turns: unknown[] };
    expect(turns).toMatchObject([{ turn_id: id, state: 'success', conversation: 'chat' }]);
    const { sessions } = (await (await fetch(`${url}/v1/sessions`)).json()) as {
      sessions: { session_id: string }[];
    };
    expect(sessions).toHaveLength(1);
    const messages = await fetch(`${url}/v1/sessions/${sessions[0]?.session_id}/messages`);
    // The server of its machine is asked for them.
    expect([messages.status, await messages.text()]).toEqual([
      200,
      expect.stringContaining('Hello.'),
    ]);
  }
  const refused = await post(`${second}/v1/turns`, { prompt: 'On.', conversation: 'chat' });
  const { errorCode, message } = errorBody.parse(await refused.json());
  expect([refused.status, errorCode]).toEqual([409, 'session_elsewhere']);
  expect(message).toContain('"worker-1"');
  const next = await post(`${first}/v1/turns`, { prompt: 'On.', conversation: 'chat' });
  expect(next.status).toBe(200);
  await next.text();
});

test('a Redis that can’t be used is said before anything listens, and by the doctor', {
  timeout: TIMEOUT_MS,
}, async () => {
  const address = 'redis://user:hidden@127.0.0.1:1';
  const script = join(fixture.workspace, 'hello.yaml');
  const args = ['serve', '--script', script, '--redis', address, '--port', '0'];
  const { code, stderr } = await fixture.run(args);
  expect(code).toBe(125);
  expect(stderr).toMatch(/The Redis at redis:\/\/127\.0\.0\.1:1 can't be used\. .*ECONNREFUSED/);
  expect(stderr).not.toContain('hidden');
  const good = await fixture.run(['doctor', '--redis', redis.url]);
  expect(good.stdout).toMatch(/✓ redis +\d+\.\d+\.\d+ at redis:\/\/127/);
  const bad = await fixture.run(['doctor'], { env: { DRAGOMAN_REDIS: address } });
  expect([good.code, bad.code]).toEqual([0, 1]);
  expect(bad.stdout).toMatch(/✗ redis +redis:\/\/127\.0\.0\.1:1\s+It can't be reached/);
  expect(bad.stdout).not.toContain('hidden');
});
