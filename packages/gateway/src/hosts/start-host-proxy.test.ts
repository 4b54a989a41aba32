import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.js';
import { type HostProxyOptions, startHostProxy } from './start-host-proxy.js';

let folder: string;
let socketPath: string;
const closing: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-hosts-'));
  socketPath = join(folder, 'hosts.sock');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Gives back what it gets. */
function echo(): Promise<number> {
  return listening(createTcpServer({ allowHalfOpen: true }, (socket) => void socket.pipe(socket)));
}

/** A web server that says what it was asked. */
function web(): Promise<number> {
  return listening(
    createServer(async (asked, response) => {
      const { method, url, headers } = asked;
      response.setHeader('x-far', 'yes');
      response.end(JSON.stringify({ method, url, headers, body: await text(asked) }));
    }),
  );
}

async function proxy(
  hosts: readonly string[],
  options: Partial<HostProxyOptions> = {},
): Promise<string[]> {
  const refused: string[] = [];
  const onRefused = (target: string, why: string) => void refused.push(`${target}: ${why}`);
  const started = await startHostProxy({ listen: { socketPath }, hosts, onRefused, ...options });
  closing.push(started.close);
  return refused;
}

/** Sends text to the proxy, and gives all that comes back. */
async function send(...pieces: readonly string[]): Promise<string> {
  const socket = connect(socketPath);
  for (const piece of pieces) socket.write(piece);
  socket.end();
  return text(socket);
}

const tunnel = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`;

async function ask(url: string, headers: Record<string, string> = {}, body?: string) {
  const asked = request({
    socketPath,
    path: url,
    headers,
    method: body === undefined ? 'GET' : 'POST',
  });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

test('a tunnel to a host on the list passes bytes both ways, to the end of each', async () => {
  const port = await echo();
  const refused = await proxy([`localhost:${port}`, `127.0.0.1:${port}`]);
  const long = 'x'.repeat(3_000_000);
  for (const host of ['localhost', '127.0.0.1']) {
    const answer = await send(tunnel(`${host}:${port}`), 'first ', long);
    expect(answer).toBe(`HTTP/1.1 200 Connection established\r\n\r\nfirst ${long}`);
  }
  expect(refused).toEqual([]);
});

test('any other host, port or address is refused in words, and reported', async () => {
  const port = await echo();
  const refused = await proxy([`localhost:${port}`]);
  const targets = ['example.com:443', 'localhost:1', `127.0.0.1:${port}`, '169.254.169.254:80'];
  for (const target of targets) {
    const answer = await send(tunnel(target));
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(answer).toContain(`${target} is not reached from here`);
  }
  expect(refused.map((line) => line.split(': ')[0])).toEqual(targets);
});

test('a name on the list that leads to this machine is refused, unless its address is there, too', async () => {
  const port = await echo();
  const refused = await proxy([`localhost:${port}`]);
  expect(await send(tunnel(`localhost:${port}`))).toMatch(/^HTTP\/1\.1 403 /);
  expect(refused).toEqual([expect.stringContaining('is not one of the internet')]);
});

test('a name is looked up once, and what it stands for later doesn’t matter', async () => {
  const port = await echo();
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1
      ? [
          { address: '10.0.0.1', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]
      : [{ address: '10.0.0.1', family: 4 }];
  };
  const refused = await proxy([`rebound.test:${port}`, `127.0.0.1:${port}`], { resolve });
  expect(await send(tunnel(`rebound.test:${port}`), 'hi')).toMatch(/established\r\n\r\nhi$/);
  expect(asked).toBe(1);
  expect(await send(tunnel(`rebound.test:${port}`))).toMatch(/^HTTP\/1\.1 403 /);
  expect(refused).toHaveLength(1);
});

test('what can’t be reached is an error of the connection, and no refusal', async () => {
  const server = createTcpServer();
  const port = await listening(server);
  server.close();
  const resolve = () => Promise.reject(new Error('no such name'));
  const refused = await proxy([`127.0.0.1:${port}`, 'nowhere.test'], { resolve });
  expect(await send(tunnel(`127.0.0.1:${port}`))).toMatch(/^HTTP\/1\.1 502 .*ECONNREFUSED/s);
  expect(await send(tunnel('nowhere.test:443'))).toMatch(/^HTTP\/1\.1 502 .*no address/s);
  expect(refused).toEqual([]);
});

test('what is no request of a proxy is refused, and harms nothing', async () => {
  const port = await echo();
  const refused = await proxy([`127.0.0.1:${port}`]);
  expect(await send(tunnel('user:pass@host:443'))).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toHaveLength(1);
  expect((await ask('/path')).status).toBe(400);
  expect((await ask('https://example.com/')).status).toBe(400);
  await send('\0\0\0garbage\r\n\r\n');
  expect(await send(tunnel(`127.0.0.1:${port}`), 'still here')).toContain('still here');
});

test('what is not encrypted is passed on only where the list says so', async () => {
  const port = await web();
  const refused = await proxy([`http://127.0.0.1:${port}`, 'http://example.com']);
  const headers = { host: 'evil.test', 'proxy-authorization': 'Basic x', 'x-own': '1' };
  const answer = await ask(`http://127.0.0.1:${port}/path?q=1`, headers, 'a body');
  expect(answer.status).toBe(200);
  expect(answer.headers['x-far']).toBe('yes');
  const seen = JSON.parse(answer.text);
  expect(seen).toMatchObject({ method: 'POST', url: '/path?q=1', body: 'a body' });
  expect(seen.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'x-own': '1' });
  expect(seen.headers).not.toHaveProperty('proxy-authorization');
  expect(refused).toEqual([]);
  expect((await ask(`http://127.0.0.1:${port + 1}/`)).status).toBe(403);
  expect(await send(tunnel(`127.0.0.1:${port}`))).toMatch(/^HTTP\/1\.1 403 /);
  expect(refused).toHaveLength(2);
});

test.each([
  ...['HTTP/1.1 000 None\r\n\r\n', 'HTTP/1.1 999 Odd\r\nX: \x7f\r\n\r\n', 'no HTTP at all\r\n\r\n'],
  ...['HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', ''],
])('an odd answer (%j) of a host harms nobody else', async (answer) => {
  const server = createTcpServer((socket) => void socket.on('error', () => {}).end(answer));
  const port = await listening(server);
  await proxy([`http://127.0.0.1:${port}`]);
  const { status } = await ask(`http://127.0.0.1:${port}/`);
  expect([502, 999]).toContain(status);
  expect((await ask(`http://127.0.0.1:${port}/again`)).status).toBe(status);
});

test('connections have a bound, and end with the proxy', async () => {
  const port = await echo();
  const started = await startHostProxy({ listen: { socketPath }, hosts: [`127.0.0.1:${port}`] });
  let closed = 0;
  let answered = 0;
  const sockets = Array.from({ length: 80 }, () => connect(socketPath));
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.once('data', () => {
      answered += 1;
    });
    socket.once('close', () => {
      closed += 1;
    });
    socket.write(tunnel(`127.0.0.1:${port}`));
  }
  await eventually(() => answered + closed === 80);
  expect([answered, closed]).toEqual([64, 16]);
  await started.close();
  await eventually(() => closed === 80);
  await expect(once(connect(socketPath), 'connect')).rejects.toThrow();
});

test('a list that can’t be read is refused before anything listens', async () => {
  await expect(startHostProxy({ listen: { socketPath }, hosts: ['*'] })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
