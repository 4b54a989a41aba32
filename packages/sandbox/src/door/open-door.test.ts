import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type OpenDoor, openDoor } from './open-door.mjs';

let root: string;
let server: Server;
let door: OpenDoor;
const visitors: Socket[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-door-'));
  const socket = join(root, 'server.sock');
  server = createServer({ allowHalfOpen: true }, (visitor) => visitors.push(visitor));
  server.listen(socket);
  await once(server, 'listening');
  door = await openDoor({ name: 'gateway', socket, port: 0 });
});
afterEach(async () => {
  await door.close();
  for (const visitor of visitors.splice(0)) visitor.destroy();
  server.close();
  await rm(root, { recursive: true, force: true });
});

async function visit(): Promise<{ client: Socket; visitor: Socket }> {
  const visiting = once(server, 'connection');
  const client = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen: true });
  const [visitor]: Socket[] = await visiting;
  if (visitor === undefined) throw new Error('nobody came');
  return { client, visitor };
}

/** All that comes, without ending the socket, as iterating over it would. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'end');
  return text;
}

test('one side may have said all while the other goes on', async () => {
  const { client, visitor } = await visit();
  client.end('question');
  expect(await heard(visitor)).toBe('question');
  visitor.end('answer');
  expect(await heard(client)).toBe('answer');
});

test('a client that goes is gone on the other side, too', async () => {
  const { client, visitor } = await visit();
  visitor.resume();
  visitor.on('error', () => {});
  const closed = once(visitor, 'end');
  client.destroy();
  await closed;
});

test('a server that breaks off breaks off for the client', async () => {
  const { client, visitor } = await visit();
  client.on('error', () => {});
  const closed = once(client, 'close');
  client.resume();
  visitor.destroy();
  client.end();
  await closed;
});

test('a closed door lets nobody in, and shows out who is in', async () => {
  const { client } = await visit();
  client.on('error', () => {});
  const closed = once(client, 'close');
  client.resume();
  await door.close();
  client.end();
  await closed;
  const late = connect({ port: door.port, host: '127.0.0.1' });
  const [error] = await once(late, 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  door = await openDoor({ name: 'gateway', socket: '', port: 0 });
});

test('of 1,024 connections to a door 64 are passed on, the others are closed', async () => {
  const clients = Array.from({ length: 1024 }, () => {
    const client = connect(door.port, '127.0.0.1');
    client.on('error', () => {});
    return client.resume();
  });
  try {
    await vi.waitFor(
      () => expect(clients.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(64),
      { timeout: 30_000, interval: 20 },
    );
    expect(visitors.length).toBeLessThanOrEqual(64);
  } finally {
    for (const client of clients) client.destroy();
  }
}, 40_000);
