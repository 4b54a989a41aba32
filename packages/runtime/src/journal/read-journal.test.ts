import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DragomanEvent, JournaledEvent } from '@dragoman/protocol';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openJournal } from './open-journal.js';
import { readJournal } from './read-journal.js';

let turn: string;
beforeEach(() => {
  turn = mkdtempSync(join(tmpdir(), 'dragoman-read-'));
});
afterEach(() => rmSync(turn, { recursive: true, force: true }));

const said = (content: string): DragomanEvent => ({ type: 'message', role: 'assistant', content });
const success = { status: 'success' } as const;

function writeTurn(count: number): void {
  const journal = openJournal(turn);
  for (let index = 1; index <= count; index += 1) journal.append(said(`${index}`));
  journal.appendEnd(success);
}

async function seqs(options?: Parameters<typeof readJournal>[1]): Promise<number[]> {
  return (await Readable.from(readJournal(turn, options)).toArray()).map(({ seq }) => seq);
}

test('reads from any cursor to the end, and not beyond it', async () => {
  writeTurn(5);
  expect(await seqs()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await seqs({ after: 4 })).toEqual([5, 6]);
  expect(await seqs({ after: 6 })).toEqual([]);
  await expect(seqs({ after: 7 })).rejects.toMatchObject({ code: 'journal_cursor_beyond_end' });
});

test('finds every cursor in a journal of many pieces, also among long lines', async () => {
  const journal = openJournal(turn);
  for (let index = 0; index < 300; index += 1) {
    journal.append(said('x'.repeat(index % 50 === 7 ? 300_000 : 1000)));
  }
  journal.appendEnd(success);
  for (const after of [1, 7, 8, 100, 157, 158, 250, 299, 300, 301]) {
    const [first] = await seqs({ after });
    expect(first).toBe(after === 301 ? undefined : after + 1);
  }
});

test('there must be a journal', async () => {
  await expect(seqs()).rejects.toMatchObject({ code: 'journal_missing' });
});

test('without following it stops at what there is', async () => {
  const journal = openJournal(turn);
  journal.append([said('a'), said('b')]);
  expect(await seqs({ follow: false })).toEqual([1, 2]);
  expect(await seqs({ follow: false, after: 2 })).toEqual([]);
  await expect(seqs({ after: 3 })).rejects.toMatchObject({ code: 'journal_cursor_beyond_end' });
  journal.appendEnd(success);
});

test('many readers follow a journal as it grows, each from its own cursor', async () => {
  const journal = openJournal(turn);
  journal.append([said('a'), said('b')]);
  const readers = [0, 1, 2, 0, 1].map((after) => seqs({ after }));
  for (let index = 3; index <= 50; index += 1) {
    journal.append(said(`${index}`));
    if (index % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  journal.appendEnd(success);
  for (const [index, read] of (await Promise.all(readers)).entries()) {
    const after = [0, 1, 2, 0, 1][index] ?? 0;
    expect(read).toEqual(Array.from({ length: 51 - after }, (_item, at) => after + at + 1));
  }
});

test('an event is there for a reader right after it was written', async () => {
  // A reader looks by itself after a while: with time standing still it must have been seen.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const journal = openJournal(turn);
  const reader = readJournal(turn)[Symbol.asyncIterator]();
  const first = reader.next();
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  journal.append(said('now'));
  expect((await first).value).toMatchObject({ content: 'now', seq: 1 });
  journal.appendEnd(success);
  await reader.return?.();
});

test('a reader that stops reading holds up neither the writer nor another reader', async () => {
  const journal = openJournal(turn);
  const slow = readJournal(turn)[Symbol.asyncIterator]();
  journal.append(said('a'));
  await slow.next();
  for (let index = 0; index < 2000; index += 1) journal.append(said('x'.repeat(1000)));
  journal.appendEnd(success);
  expect(await seqs()).toHaveLength(2002);
  expect((await slow.next()).value).toMatchObject({ seq: 2 });
  await slow.return?.();
});

test('a signal ends the waiting without an error', async () => {
  const journal = openJournal(turn);
  journal.append(said('a'));
  const stop = new AbortController();
  const read: JournaledEvent[] = [];
  for await (const event of readJournal(turn, { signal: stop.signal })) {
    read.push(event);
    setTimeout(() => stop.abort(), 10);
  }
  expect(read).toHaveLength(1);
  expect(await seqs({ signal: AbortSignal.abort() })).toEqual([]);
  journal.appendEnd(success);
});

test('an unfinished line is waited for, and read again when it was cut off', async () => {
  const journal = openJournal(turn);
  journal.append(said('a'));
  journal.close();
  appendFileSync(join(turn, 'events.ndjson'), '{"type":"message","seq":2,"ts":"20');
  const onOwnerLost = vi.fn(async () => {
    const next = openJournal(turn);
    next.append(said('b'));
    next.appendEnd(success);
  });
  expect(await seqs({ onOwnerLost })).toEqual([1, 2, 3]);
  expect(onOwnerLost).toHaveBeenCalledOnce();
});

test('when nobody is left to write it the reader asks for help and goes on, or says so', async () => {
  const journal = openJournal(turn);
  journal.append(said('a'));
  journal.close();
  await expect(seqs()).rejects.toMatchObject({ code: 'journal_abandoned' });
  const onOwnerLost = async () => {
    openJournal(turn).appendEnd({ status: 'failed', code: 'owner_lost' });
  };
  expect(await seqs({ onOwnerLost })).toEqual([1, 2]);
});

test('a file that is no journal has no events', async () => {
  writeFileSync(join(turn, 'events.ndjson'), 'hello\nworld\n');
  const events = await Readable.from(readJournal(turn, { follow: false })).toArray();
  expect(events).toMatchObject([{ type: 'error', code: 'journal_damaged', seq: 2 }]);
});
