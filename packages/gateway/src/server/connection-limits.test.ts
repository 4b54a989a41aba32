import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { createTemporaryFolders } from '../testing/temporary-folder.js';
import { sendJson } from './send-json.js';
import { serveGateway } from './serve-gateway.js';

const makeFolder = createTemporaryFolders();
const closing = createClosing();
const WAITING = { timeout: 60_000, interval: 20 };

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Opens connections and says nothing, or half of something. */
function hold(socketPath: string, count: number, words = ''): Socket[] {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(socketPath, () => socket.write(words));
    socket.on('error', () => {});
    socket.resume();
    return socket;
  });
  open.push(...sockets);
  return sockets;
}

async function serve() {
  const socketPath = join(await makeFolder(), 'model.sock');
  const gateway = closing(
    await serveGateway<string, string>({
      listen: { socketPath },
      open: (name) => name,
      handle: async ({ response, turn }) => sendJson(response, 200, { turn }),
    }),
  );
  return { socketPath, gateway, headers: bearer(gateway.admit('turn').token) };
}

test('of 1,024 connections to a turn’s socket 64 stay, and there is room again when they go', async () => {
  const { socketPath, gateway, headers } = await serve();
  const sockets = hold(socketPath, 1024);
  // Not fewer: those would have been closed for saying nothing, which closes any number of them.
  await vi.waitFor(() => expect(sockets.filter(({ closed }) => !closed).length).toBe(64), WAITING);
  const other = await serve();
  expect((await ask(other.gateway, { headers: other.headers })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await ask(gateway, { headers })).status).toBe(200), WAITING);
});

test('who says half a request, or nothing, is closed in time', async () => {
  const { socketPath } = await serve();
  const silent = hold(socketPath, 1);
  const halves = hold(socketPath, 1, 'POST /v1/responses HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  await vi.waitFor(() => expect([...silent, ...halves].every(({ closed }) => closed)).toBe(true), {
    timeout: 30_000,
    interval: 100,
  });
}, 40_000);

/** A gateway in a process that has sixteen descriptors left, beside one that a turn works with. */
const OWNER = `
  import { closeSync, openSync } from 'node:fs';
  import { startScriptGateway } from '@dragoman/gateway';
  const listen = (name) => ({ listen: { socketPath: process.argv[1] + '/' + name } });
  const attacked = await startScriptGateway(listen('attacked.sock'));
  const working = await startScriptGateway(listen('working.sock'));
  const held = [];
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch {}
  for (const descriptor of held.splice(0, 16)) closeSync(descriptor);
  console.log(JSON.stringify({ token: working.admit({ script: { name: 's', steps: [] } }).token }));
`;

test('a process without descriptors loses connections, not its life, and works on when they go', async () => {
  const folder = await makeFolder();
  const limited = `ulimit -n 400 && exec "$0" --input-type=module -e "$1" "$2"`;
  const args = ['-c', limited, process.execPath, OWNER, folder];
  const owner = spawn('sh', args, { cwd: join(import.meta.dirname, '../..'), stdio: 'pipe' });
  try {
    let said = '';
    owner.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [line] = await Promise.race([
      once(createInterface(owner.stdout), 'line'),
      once(owner, 'close').then(() => Promise.reject(new Error(said))),
    ]);
    const { token } = JSON.parse(line);
    const sockets = hold(join(folder, 'attacked.sock'), 200);
    await vi.waitFor(
      () => expect(sockets.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(16),
      WAITING,
    );
    for (const socket of sockets) socket.destroy();
    const target = { url: undefined, socketPath: join(folder, 'working.sock') };
    await vi.waitFor(async () => {
      const options = { method: 'GET', path: '/v1/models', headers: bearer(token) };
      expect((await ask(target, options)).status).toBe(200);
    }, WAITING);
    expect(owner.exitCode).toBe(null);
  } finally {
    owner.kill('SIGKILL');
  }
}, 60_000);
