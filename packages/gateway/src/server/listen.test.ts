import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { createTemporaryFolders } from '../testing/temporary-folder.js';
import { sendJson } from './send-json.js';
import { serveGateway } from './serve-gateway.js';

const makeFolder = createTemporaryFolders();
const closing = createClosing();
let folder: string;
let socketPath: string;

beforeEach(async () => {
  folder = await makeFolder();
  socketPath = join(folder, 'model.sock');
});

async function serve() {
  return closing(
    await serveGateway<string, string>({
      listen: { socketPath },
      open: (name) => name,
      handle: async ({ response, turn }) => sendJson(response, 200, { turn }),
    }),
  );
}

test('a gateway on a unix socket answers there, for this user only, and takes its file away', async () => {
  const gateway = await serve();
  expect(gateway).toMatchObject({ url: undefined, socketPath });
  expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
  const { body } = await ask(gateway, { headers: bearer(gateway.admit('turn').token) });
  expect(body).toBe('{"turn":"turn"}');
  await gateway.close();
  expect(existsSync(socketPath)).toBe(false);
});

test('the socket file of a killed process is replaced', async () => {
  const code = `require('net').createServer().listen(${JSON.stringify(socketPath)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', code]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(socketPath)).toBe(true);

  const gateway = await serve();
  expect((await ask(gateway, { headers: bearer(gateway.admit('turn').token) })).status).toBe(200);
});

test('a socket that another gateway serves is left alone', async () => {
  const first = await serve();
  await expect(serve()).rejects.toMatchObject({ code: 'gateway_cannot_listen' });
  expect((await ask(first, { headers: bearer(first.admit('turn').token) })).status).toBe(200);
});

test('a file that is no socket is left alone', async () => {
  await writeFile(socketPath, 'mine');
  await expect(serve()).rejects.toMatchObject({ code: 'gateway_cannot_listen' });
  expect((await stat(socketPath)).size).toBe(4);
});

test('a path too long for a socket is a clear error', async () => {
  socketPath = join(folder, 'x'.repeat(120));
  await expect(serve()).rejects.toThrow('choose a shorter one');
});

test('a port in use is a clear error that names it', async () => {
  const options = { open: (name: string) => name, handle: async () => {} };
  const first = closing(await serveGateway({ ...options }));
  const port = Number(new URL(first.url ?? '').port);
  await expect(serveGateway({ ...options, listen: { port } })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the address is in use`,
  );
});
