import { DragomanError } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBodyRoom } from './body-room.js';
import { readBody } from './read-body.js';

const MEBIBYTE = 1024 * 1024;
const mostBytes = 32 * MEBIBYTE;

/** A request whose body a test writes bit by bit. */
function createRequest(headers: Record<string, string> = {}) {
  const body = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1e9 });
  const writer = body.writable.getWriter();
  const request = new Request('http://localhost/v1/turns', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body.readable,
    duplex: 'half',
  });
  return { request, writer };
}

type Sending = ReturnType<typeof createRequest>;

/** Reads bodies of clients, and gives what became of each: its value, or why it was refused. */
function createReader() {
  const room = createBodyRoom({ mostBytes });
  return (client: string, { request }: Sending): Promise<unknown> => {
    room.assign(request, client);
    return readBody(request, z.unknown(), { mostBytes, room }).catch((error: unknown) => error);
  };
}

/** Sends so many bytes of a body that doesn't end; each is read when this resolves, or refused. */
async function send({ writer }: Sending, bytes: number): Promise<void> {
  const chunk = new Uint8Array(MEBIBYTE).fill(0x20);
  for (let sent = 0; sent < bytes; sent += MEBIBYTE) await writer.write(chunk).catch(() => {});
}

function codeOf(error: unknown): unknown {
  return error instanceof DragomanError ? error.code : undefined;
}

test('bodies that don’t end hold no more than there is for all; 25 of them held 820 MB', async () => {
  const read = createReader();
  const open = new Set<Sending>();
  const begin = async (client: string) => {
    const sending = createRequest({ 'content-length': String(mostBytes) });
    open.add(sending);
    const result = read(client, sending).finally(() => open.delete(sending));
    await send(sending, 30 * MEBIBYTE);
    return result;
  };
  const results = Array.from({ length: 25 }, (_none, at) => begin(`key ${at}`));
  await expect.poll(() => open.size).toBe(1);
  // Small ones have room all the same, and a large one when that is gone.
  const small = createRequest();
  const value = read('key 1', small);
  await small.writer.write(new TextEncoder().encode('{"a":1}'));
  await small.writer.close();
  expect(await value).toEqual({ a: 1 });
  for (const { writer } of open) await writer.abort(new Error('It is gone.'));
  const codes = (await Promise.all(results)).map(codeOf);
  expect(codes.filter((code) => code === 'out_of_resources')).toHaveLength(24);
  expect(codes).toContain('invalid_request');
  const large = createRequest();
  const next = read('key 2', large);
  await send(large, 30 * MEBIBYTE);
  await large.writer.write(new TextEncoder().encode('[]'));
  await large.writer.close();
  expect(await next).toEqual([]);
});

test('a key has a share of the room, which leaves some to others', async () => {
  const read = createReader();
  const [first, second, other] = [createRequest(), createRequest(), createRequest()];
  const held = read('ada', first);
  await send(first, 25 * MEBIBYTE);
  const refused = read('ada', second);
  await send(second, 25 * MEBIBYTE);
  expect(await refused).toMatchObject({
    code: 'too_many_requests',
    details: { headers: { 'retry-after': '5' } },
  });
  const taken = read('bob', other);
  await send(other, 25 * MEBIBYTE);
  for (const { writer } of [first, other]) {
    await writer.write(new TextEncoder().encode('"all of it"'));
    await writer.close();
  }
  expect(await Promise.all([held, taken])).toEqual(['all of it', 'all of it']);
});

test('a body of another type, or one that is announced as too large, is refused unread', async () => {
  const read = createReader();
  for (const [headers, code] of [
    [{ 'content-type': 'text/plain', 'content-length': '9' }, 'unsupported_media_type'],
    [{ 'content-length': String(mostBytes + 1) }, 'body_too_large'],
  ] as const) {
    expect(await read('ada', createRequest(headers))).toMatchObject({ code });
  }
  // Nobody said how long it is: its first bytes are enough.
  const sending = createRequest({ 'content-type': 'text/plain' });
  const refused = read('ada', sending);
  await sending.writer.write(new Uint8Array(1)).catch(() => {});
  expect(await refused).toMatchObject({ code: 'unsupported_media_type' });
});

test('a body in pieces of a byte is the same body', async () => {
  const text = JSON.stringify({ text: 'Grüße 😀 '.repeat(300) });
  const sending = createRequest();
  const value = createReader()('ada', sending);
  for (const byte of new TextEncoder().encode(text)) {
    await sending.writer.write(new Uint8Array([byte]));
  }
  await sending.writer.close();
  expect(await value).toEqual(JSON.parse(text));
});
