import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DragomanServer } from '../contract.js';
import { type ListeningServer, listen } from './listen.js';

/** A server that answers all there is to say about its side of a port. */
function serverWith(fetch: DragomanServer['fetch'], hasKeys = false) {
  return { hasKeys, fetch, close: async () => {} };
}

/** Node's server behind an address. */
async function httpServerOf(url: string): Promise<Server> {
  const found: Server[] = [];
  const onRequest = (message: unknown) => found.push((message as { server: Server }).server);
  subscribe('http.server.request.start', onRequest);
  await fetch(url);
  unsubscribe('http.server.request.start', onRequest);
  const [http] = found;
  if (http === undefined) throw new Error('No server has got the request.');
  return http;
}

let canceled = 0;
/** Called when a request for a stream is there; it is answered when the result resolves. */
let onStream: (request: Request) => Promise<void>;
let listening: ListeningServer;
beforeEach(async () => {
  canceled = 0;
  onStream = async () => {};
  listening = await listen(
    serverWith(async (request) => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(16 * 1024)),
        cancel: () => {
          canceled += 1;
        },
      });
      if (new URL(request.url).pathname === '/stream') {
        await onStream(request);
        return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } });
      }
      return Response.json({ method: request.method, host: request.headers.get('host') });
    }),
  );
});
afterEach(() => listening.close());

test('a request from a port is answered', async () => {
  const response = await fetch(`${listening.url}/x`);
  const { host } = new URL(listening.url);
  expect([response.status, await response.json()]).toEqual([200, { method: 'GET', host }]);
});

test('a reader that goes away lets its stream go', async () => {
  const abort = new AbortController();
  const response = await fetch(`${listening.url}/stream`, { signal: abort.signal });
  await response.body?.getReader().read();
  abort.abort();
  await expect.poll(() => canceled).toBe(1);
});

test('so does one that goes before there is a response', async () => {
  const abort = new AbortController();
  const answered = new Promise<void>((resolve) => {
    onStream = async ({ signal }) => {
      abort.abort();
      await expect.poll(() => signal.aborted).toBe(true);
      resolve();
    };
  });
  await expect(fetch(`${listening.url}/stream`, { signal: abort.signal })).rejects.toThrow();
  await answered;
  await expect.poll(() => canceled).toBe(1);
});

test('a reader that stalls is given no more than it takes', async () => {
  let pulled = 0;
  const stalling = await listen(
    serverWith(async () => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      };
      return new Response(new ReadableStream({ pull }));
    }),
  );
  const { port } = new URL(stalling.url);
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const pauses: number[] = [];
  const hasStopped = () => pauses.push(pulled) > 1 && pulled > 0 && pauses.at(-2) === pulled;
  await expect.poll(hasStopped, { interval: 100 }).toBe(true);
  // What the sockets of the system hold, and little more.
  expect(pulled * 64).toBeLessThan(16 * 1024);
  socket.destroy();
  await stalling.close();
});

test('a reader that is behind when the server closes gets all there is, to its end', async () => {
  const text = `${'x'.repeat(8 * 1024 * 1024)}the end`;
  const closing = await listen(
    serverWith(
      async () =>
        new Response(new Blob([text]).stream(), {
          headers: { 'content-type': 'application/x-ndjson' },
        }),
    ),
  );
  const response = await fetch(closing.url);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = (await reader?.read())?.value ?? '';
  const closed = closing.close();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    read += next.value;
  }
  expect(read.slice(-7)).toBe('the end');
  expect(read).toHaveLength(text.length);
  await closed;
});

test('a request that is still being sent keeps no server from closing; it did for five seconds', async () => {
  let broken: unknown;
  const closing = await listen(
    serverWith(async (request) => {
      broken = await request.text().catch((error: unknown) => error);
      return Response.json({});
    }),
  );
  const http = await httpServerOf(closing.url);
  const { port } = new URL(closing.url);
  const socket = connect(Number(port), '127.0.0.1');
  const gone = once(socket.on('error', () => {}).resume(), 'close');
  const begun = once(http, 'request');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nx');
  await begun;
  const since = performance.now();
  await closing.close();
  expect(performance.now() - since).toBeLessThan(3000);
  await gone;
  await expect.poll(() => broken).toBeInstanceOf(Error);
});

test('a connection that can’t be accepted is a warning; it ended the process', async () => {
  const http = await httpServerOf(listening.url);
  const warned = once(process, 'warning');
  http.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  expect(String(await warned)).toContain('A connection could not be accepted');
  expect((await fetch(listening.url)).status).toBe(200);
});

test('headers that are too long are refused', async () => {
  const response = await fetch(listening.url, { headers: { 'x-long': 'x'.repeat(20_000) } });
  expect(response.status).toBe(431);
});

test('a client that doesn’t speak HTTP harms nobody', async () => {
  const { port } = new URL(listening.url);
  const socket = connect(Number(port), '127.0.0.1');
  const text = new Promise<string>((resolve) => {
    let all = '';
    socket.on('data', (chunk) => {
      all += String(chunk);
    });
    socket.on('close', () => resolve(all));
  });
  socket.write('\0\0 nonsense\r\n\r\n');
  expect(await text).toContain('400 Bad Request');
  expect((await fetch(listening.url)).status).toBe(200);
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nx-slow: '],
  ['a body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n'],
])(
  'clients that send %s bit by bit are let go, and others are answered meanwhile',
  async (_, start) => {
    let pending = 0;
    const patient = await listen(
      serverWith(async (request) => {
        pending += 1;
        const text = await request.text().finally(() => {
          pending -= 1;
        });
        return Response.json({ length: text.length });
      }),
      { headersMs: 400, requestMs: 800 },
    );
    const { port } = new URL(patient.url);
    const slow = Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(start);
      const trickle = setInterval(() => socket.write('x'), 20);
      return new Promise<void>((resolve) => {
        socket.on('error', () => {});
        socket.resume().on('close', () => {
          clearInterval(trickle);
          resolve();
        });
      });
    });
    const isOver = Promise.all(slow).then(() => 'over');
    let answered = 0;
    while ((await Promise.race([isOver, fetch(patient.url)])) !== 'over') answered += 1;
    expect(answered).toBeGreaterThan(5);
    await expect.poll(() => pending).toBe(0);
    await patient.close();
  },
);

test('without keys it listens where only this machine reaches it', async () => {
  const server = serverWith(async () => new Response());
  await expect(listen(server, { host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'keys_required',
  });
  const open = await listen(
    serverWith(async () => new Response('x'), true),
    { host: '0.0.0.0' },
  );
  await open.close();
});

test('a port that is taken is an error that says so', async () => {
  const port = Number(new URL(listening.url).port);
  const server = serverWith(async () => new Response());
  await expect(listen(server, { port })).rejects.toMatchObject({
    code: 'listen_failed',
    message: `127.0.0.1:${port}: the address is in use. Choose another port, or 0 for any that is free.`,
  });
});

/** An application that serves something else with Hono's adapter, which replaces the class of responses. */
const APPLICATION = `
  import { getRequestListener } from '@hono/node-server';
  getRequestListener(() => new Response(''));
  const { listen } = await import(${JSON.stringify(new URL('../../dist/node/index.js', import.meta.url))});
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = async () => new Response(new Blob(['{}']).stream(), { headers });
  const { url, close } = await listen({ hasKeys: false, fetch: answer, close: async () => {} });
  for (let time = 0; time < 3; time += 1) console.log(await (await fetch(url)).text());
  await close();
`;

test('responses end once beside other servers in the same process', async () => {
  const run = promisify(execFile);
  const args = ['--input-type=module', '--eval', APPLICATION];
  const cwd = new URL('.', import.meta.url);
  expect(await run(process.execPath, args, { cwd })).toEqual({
    stdout: '{}\n{}\n{}\n',
    stderr: '',
  });
});
