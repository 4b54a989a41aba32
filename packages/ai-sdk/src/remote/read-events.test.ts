import type { DragomanEvent } from '@dragoman/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { END, said } from '../../test-inputs/manual-model.js';
import { readEvents } from './read-events.js';
import { createServerClient } from './server-client.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVENTS = [said('One.'), said('Two.'), said('Three.'), END];
const lineOf = (event: DragomanEvent, index: number) =>
  `${JSON.stringify({ ...event, seq: index + 1, ts: '' })}\n`;

/** What becomes of a connection after so many lines. */
type Fault =
  | 'closes'
  | 'breaks'
  | 'is silent'
  | 'sends half a line'
  | 'sends no event'
  | 'pings for 3 minutes';

/** A server whose connections each have a fault, until there is none left. */
function createFaulty(...faults: readonly (readonly [Fault, number])[]) {
  const cursors: number[] = [];
  const left = [...faults];
  const fetch = vi.fn(async (url: string, { signal }: { signal: AbortSignal }) => {
    const after = Number(new URL(url).searchParams.get('after'));
    cursors.push(after);
    const [fault, count] = left.shift() ?? ['closes', EVENTS.length];
    const lines = EVENTS.map(lineOf).slice(after).slice(0, count);
    return new Response(
      new ReadableStream({
        start(controller) {
          const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          send('{"type":"ping"}\n{"type":"of tomorrow","seq":1,"ts":""}\n');
          for (const line of lines) send(line);
          signal.addEventListener('abort', () => controller.error(new Error('aborted')));
          const ENDS: Record<Fault, () => void> = {
            closes: () => controller.close(),
            breaks: () => setTimeout(() => controller.error(new TypeError('terminated')), 1),
            'is silent': () => undefined,
            'sends half a line': () => {
              send('{"type":"mess');
              controller.close();
            },
            'sends no event': () => send('<html>\n'),
            'pings for 3 minutes': () => {
              const pings = setInterval(() => send('{"type":"ping"}\n'), 15_000);
              setTimeout(() => {
                clearInterval(pings);
                controller.close();
              }, 3 * 60_000);
            },
          };
          ENDS[fault]();
        },
      }),
    );
  });
  const client = createServerClient({
    url: 'http://127.0.0.1:1',
    fetch: (input, init) => fetch(String(input), { signal: init?.signal ?? AbortSignal.abort() }),
  });
  return { client, cursors };
}

async function collect(client: ReturnType<typeof createServerClient>, signal?: AbortSignal) {
  const seqs: number[] = [];
  const reading = (async () => {
    for await (const { seq } of readEvents(client, 'turn', { signal })) seqs.push(seq);
  })();
  reading.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  await reading;
  return seqs;
}

test.each<Fault>(['closes', 'breaks', 'is silent', 'sends half a line', 'sends no event'])(
  'a connection that %s is made again where it was: each event comes once',
  async (fault) => {
    const { client, cursors } = createFaulty([fault, 2], [fault, 1]);
    expect(await collect(client)).toEqual([1, 2, 3, 4]);
    expect(cursors).toEqual([0, 2, 3]);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('an agent that is silent for long is waited for, however often the connection is cut', async () => {
  const cuts = Array.from({ length: 4 }, () => ['pings for 3 minutes', 0] as const);
  const { client, cursors } = createFaulty(...cuts);
  expect(await collect(client)).toEqual([1, 2, 3, 4]);
  expect(cursors).toEqual([0, 0, 0, 0, 0]);
});

test('an abort ends the reading, without an error', async () => {
  const { client } = createFaulty(['is silent', 2]);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  expect(await collect(client, abort.signal)).toEqual([1, 2]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a server that only closes connections is given up', async () => {
  const { client } = createFaulty(...Array.from({ length: 1000 }, () => ['closes', 0] as const));
  await expect(collect(client)).rejects.toMatchObject({ code: 'server_unreachable' });
});
