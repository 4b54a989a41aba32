import { expect, test, vi } from 'vitest';
import { ndjson } from '../delivery/line-encodings.js';
import { dataLine } from '../delivery/server-sent-events.js';
import { eventStreamResponse } from './event-stream-response.js';

test('says that it lives while nothing comes, and loses nothing of what does', async () => {
  let give: (line: string) => void = () => undefined;
  const awaited = new Promise<string>((resolve) => {
    give = resolve;
  });
  const onLeave = vi.fn();
  const response = eventStreamResponse(
    async function* () {
      yield dataLine({ a: 'ö\n' });
      yield await awaited;
    },
    { silenceMs: 5, onLeave },
  );
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = (response.body ?? new ReadableStream()).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe('data: {"a":"ö\\n"}\n\n');
  expect(await next()).toBe(': ping\n\n');
  expect(await next()).toBe(': ping\n\n');
  give('data: late\n\n');
  await expect.poll(next).toBe('data: late\n\n');
  expect(onLeave).not.toHaveBeenCalled();
  expect(await reader.read()).toMatchObject({ done: true });
  expect(onLeave).toHaveBeenCalledOnce();
});

test('lines of JSON are kept alive by lines of JSON', async () => {
  const response = eventStreamResponse(
    async function* () {
      yield await new Promise<string>(() => {});
    },
    { silenceMs: 5, onLeave: vi.fn(), kind: ndjson },
  );
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const reader = (response.body ?? new ReadableStream()).getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toBe('{"type":"ping"}\n');
  await reader.cancel();
});

test('nothing is made before it is asked for, nor after the client has gone', async () => {
  const made: number[] = [];
  let isLeft = false;
  const onLeave = vi.fn();
  const response = eventStreamResponse(
    async function* (signal) {
      signal.addEventListener('abort', () => {
        isLeft = true;
      });
      for (let count = 1; ; count += 1) {
        made.push(count);
        yield dataLine(count);
      }
    },
    { onLeave },
  );
  const reader = (response.body ?? new ReadableStream()).getReader();
  expect(made).toEqual([]);
  await reader.read();
  await reader.cancel();
  expect(made).toEqual([1]);
  expect(isLeft).toBe(true);
  expect(onLeave).toHaveBeenCalledOnce();
});

test('what can’t go on says why to whoever counts its readers', async () => {
  const onLeave = vi.fn();
  const failure = new Error('EIO: the disk is gone');
  const response = eventStreamResponse(
    // biome-ignore lint/correctness/useYield: it fails before there is anything.
    async function* () {
      throw failure;
    },
    { onLeave },
  );
  await expect(response.text()).rejects.toThrow('EIO');
  expect(onLeave.mock.calls).toEqual([[failure]]);
});
