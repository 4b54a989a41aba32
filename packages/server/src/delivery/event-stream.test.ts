import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJournalTurn, type JournalTurn } from '../../test-inputs/journal-turn.js';
import { createDelivery } from './deliver-events.js';
import { createTurnTails, type TurnTails } from './turn-tails.js';

let journal: JournalTurn;
let tails: TurnTails;
const onFailure = vi.fn();
beforeEach(async () => {
  journal = await createJournalTurn();
  tails = createTurnTails({ keepBytes: 4096, silenceMs: 60_000 });
});
afterEach(async () => {
  await journal.remove();
  onFailure.mockClear();
});

/** A reader of the turn, chunk by chunk. */
async function read(after = 0, form: 'ndjson' | 'sse' = 'ndjson') {
  const response = await createDelivery({ tails, onFailure }).deliver(journal.turn, form, after);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    text += chunk?.value ? decoder.decode(chunk.value, { stream: true }) : '';
    return chunk?.done !== true;
  };
  return {
    next,
    /** Reads until the text has this many whole lines. */
    async lines(count: number) {
      while (text.split('\n').length <= count && (await next()));
      return text.split('\n').filter(Boolean);
    },
    async rest() {
      while (await next());
      return text.split('\n').filter(Boolean);
    },
    drop: () => reader?.cancel(),
  };
}

const seqs = (lines: readonly string[]) =>
  lines.flatMap((line) => /^\{"type":"\w+","seq":(\d+)/.exec(line)?.[1] ?? []).map(Number);
const upTo = (last: number, from = 1) =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index);

test('a reader gets all events, those to come included, in chunks of many lines', async () => {
  journal.write(500);
  const reader = await read();
  expect(await reader.next()).toBe(true);
  journal.write(500);
  journal.end();
  expect(seqs(await reader.rest())).toEqual(upTo(1001));
  expect(tails.readers).toBe(0);
});

test('readers of one turn share one reading of its new lines', async () => {
  journal.write(1);
  const readers = await Promise.all(upTo(50).map(() => read()));
  await Promise.all(readers.map((reader) => reader.lines(1)));
  for (const _round of upTo(5)) {
    journal.write(3);
    await delay(1);
  }
  journal.end();
  const all = await Promise.all(readers.map((reader) => reader.rest()));
  for (const lines of all) expect(seqs(lines)).toEqual(upTo(17));
  expect(journal.readings).toBe(1);
});

test('a reader that drops in mid-stream and returns with its cursor loses nothing, and has nothing twice', async () => {
  journal.write(200);
  const first = await read();
  const seen = seqs(await first.lines(20));
  await first.drop();
  expect(tails.readers).toBe(0);
  journal.write(100);
  const second = await read(seen.length);
  const more = seqs(await second.lines(5));
  await second.drop();
  journal.end();
  const third = await read(more.at(-1));
  expect([...seen, ...more, ...seqs(await third.rest())]).toEqual(upTo(301));
});

test('a reader whose connections break in mid-line, one after the other, has all in the end', async () => {
  const seen: number[] = [];
  const step = async (bytes: number): Promise<boolean> => {
    const response = await createDelivery({ tails, onFailure }).deliver(
      journal.turn,
      'ndjson',
      seen.length,
    );
    const reader = response.body?.getReader();
    let text = '';
    for (let more = true; more && text.length < bytes; ) {
      const chunk = await reader?.read();
      more = chunk?.done !== true;
      text += new TextDecoder().decode(chunk?.value);
    }
    await reader?.cancel();
    // What comes after the last newline is half a line.
    const lines = text.slice(0, bytes).split('\n').slice(0, -1);
    seen.push(...seqs(lines));
    return lines.some((line) => line.includes('"type":"end"'));
  };
  journal.write(300);
  for (const bytes of [1, 137, 1000, 5001, 20_000]) expect(await step(bytes)).toBe(false);
  journal.write(50);
  journal.end();
  while (!(await step(9999)));
  expect(seen).toEqual(upTo(351));
  expect(tails.readers).toBe(0);
});

test('a reader that stalls holds nobody up, and reads later what the others have behind them', async () => {
  journal.write(1);
  const [stalled, quick] = [await read(), await read()];
  await stalled.lines(1);
  for (const round of upTo(20)) {
    journal.write(50, 'long '.repeat(400));
    expect(seqs(await quick.lines(1 + round * 50)).length).toBe(1 + round * 50);
  }
  const before = journal.readings;
  const reading = stalled.rest();
  journal.end();
  expect(seqs(await reading)).toEqual(upTo(1002));
  expect(seqs(await quick.rest())).toEqual(upTo(1002));
  expect(journal.readings).toBeGreaterThan(before);
});

test('one that begins ahead of a stalled reader doesn’t wait for it', async () => {
  journal.write(2000);
  const stalled = await read();
  await stalled.lines(1);
  const late = await read(2000);
  journal.write(1);
  expect(seqs(await late.lines(1))).toEqual([2001]);
  journal.end();
  expect(seqs(await late.rest())).toEqual([2001, 2002]);
  expect(seqs(await stalled.rest())).toEqual(upTo(2002));
});

test('after some silence there is a ping, which has no number', async () => {
  // Longer than a machine at its limit takes to read the first line.
  tails = createTurnTails({ keepBytes: 4096, silenceMs: 250 });
  journal.write(1);
  const [lines, events] = [await read(), await read(0, 'sse')];
  expect(await lines.lines(3)).toEqual([
    expect.stringContaining('"seq":1'),
    '{"type":"ping"}',
    '{"type":"ping"}',
  ]);
  expect((await events.lines(6)).slice(2, 4)).toEqual([
    'data: {"type":"ping"}',
    'data: {"type":"ping"}',
  ]);
  await lines.drop();
  await events.drop();
});

test('server-sent events have the number as their id, and a page that has all gets a response that says so', async () => {
  journal.write(2);
  journal.end();
  const lines = await (await read(1, 'sse')).rest();
  expect(lines).toEqual([
    'id: 2',
    expect.stringContaining('data: {"type":"message","seq":2'),
    'id: 3',
    expect.stringContaining('data: {"type":"end","seq":3'),
  ]);
  const { status } = await createDelivery({ tails, onFailure }).deliver(journal.turn, 'sse', 3);
  expect(status).toBe(204);
  expect(await (await read(3)).rest()).toEqual([]);
});

test('a cursor beyond the end is refused before there is a response', async () => {
  journal.write(2);
  const delivery = createDelivery({ tails, onFailure });
  await expect(delivery.deliver(journal.turn, 'ndjson', 3)).rejects.toMatchObject({
    code: 'cursor_beyond_end',
  });
  expect(tails.readers).toBe(0);
});

test('a very long line reaches its reader whole', async () => {
  journal.write(1, 'x'.repeat(3 * 1024 * 1024));
  journal.write(1);
  journal.end();
  const lines = await (await read()).rest();
  expect([lines.length, (lines[0]?.length ?? 0) > 3 * 1024 * 1024]).toEqual([3, true]);
});

test('a journal that fails in mid-stream cuts its reader, and whoever runs the server learns why', async () => {
  journal.write(1);
  const failing = {
    ...journal.turn,
    async *batches() {
      yield { lines: ['{"type":"message","seq":1}\n'] };
      throw new Error('EIO: the disk is gone');
    },
  };
  const delivery = createDelivery({ tails, onFailure });
  const response = await delivery.deliver(failing, 'ndjson', 0);
  await expect(response.text()).rejects.toThrow('EIO');
  expect(onFailure.mock.calls).toMatchObject([[{ message: 'EIO: the disk is gone' }]]);
  expect(tails.readers).toBe(0);
});
