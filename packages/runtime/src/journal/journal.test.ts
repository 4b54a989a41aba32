import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createRedactor, type DragomanEvent, type JournaledEvent } from '@dragoman/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { journalState } from './journal-state.js';
import { openJournal } from './open-journal.js';
import { readJournal, readJournalLines } from './read-journal.js';

let root: string;
let turn: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-journal-'));
  turn = join(root, 'turns', 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const said = (content: string): DragomanEvent => ({ type: 'message', role: 'assistant', content });
const success = { status: 'success' } as const;

async function all(options?: Parameters<typeof readJournal>[1]): Promise<JournaledEvent[]> {
  return Readable.from(readJournal(turn, options)).toArray();
}

function lines(): string[] {
  return readFileSync(join(turn, 'events.ndjson'), 'utf8').split('\n').slice(0, -1);
}

function damage(content: string): void {
  appendFileSync(join(turn, 'events.ndjson'), content);
}

test('numbers and dates events, type first, and keeps them from other users', () => {
  const journal = openJournal(turn, { now: () => new Date(0) });
  journal.append([
    said('a'),
    { type: 'usage', input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  ]);
  journal.append({ type: 'mine', seq: 99, x: [1] });
  journal.appendEnd(success);
  const ts = '"ts":"1970-01-01T00:00:00.000Z"';
  expect(lines()).toEqual([
    `{"type":"message","seq":1,${ts},"role":"assistant","content":"a"}`,
    `{"type":"usage","seq":2,${ts},"input_tokens":1,"output_tokens":1,"total_tokens":2}`,
    `{"type":"mine","seq":3,${ts},"x":[1]}`,
    `{"type":"end","seq":4,${ts},"status":"success"}`,
  ]);
  expect(statSync(join(turn, 'events.ndjson')).mode & 0o777).toBe(0o600);
  expect(statSync(turn).mode & 0o777).toBe(0o700);
});

test('leaves nothing but its events behind', async () => {
  openJournal(turn).appendEnd(success);
  expect(await readdir(turn)).toEqual(['events.ndjson']);
});

test('has one end, and nothing after it', () => {
  const journal = openJournal(turn);
  expect(() => journal.append({ type: 'end', ...success })).toThrow(/appendEnd/);
  journal.appendEnd(success);
  const ended = expect.objectContaining({ code: 'journal_ended' });
  expect(() => journal.append(said('late'))).toThrow(ended);
  expect(() => journal.appendEnd(success)).toThrow(ended);
  const again = openJournal(turn);
  expect([again.ended, again.lastSeq]).toEqual([true, 1]);
  expect(() => again.appendEnd(success)).toThrow(ended);
  expect(lines()).toHaveLength(1);
});

test('has one writer at a time, and names it', () => {
  const journal = openJournal(turn);
  expect(() => openJournal(turn)).toThrow(
    expect.objectContaining({
      code: 'journal_locked',
      message: expect.stringContaining(String(process.pid)),
    }),
  );
  journal.close();
  const next = openJournal(turn);
  expect(() => journal.append(said('x'))).toThrow(
    expect.objectContaining({ code: 'journal_closed' }),
  );
  next.appendEnd(success);
});

test('writes all of a batch or nothing', () => {
  const journal = openJournal(turn);
  expect(() => journal.append([said('a'), { type: 'message', role: 'nobody' }])).toThrow(/role/);
  expect(journal.lastSeq).toBe(0);
  journal.append(said('b'));
  journal.appendEnd(success);
  expect(lines().join()).not.toContain('"a"');
});

test('takes secrets out before anything is written, also across pieces and in the end', () => {
  const secret = 'my-own-secret-key';
  const journal = openJournal(turn, { redactor: createRedactor({ secrets: [secret] }) });
  for (const piece of ['It is my-own-', 'secret-key, my-own']) {
    journal.append({ type: 'message', role: 'assistant', content: piece, delta: true });
  }
  journal.appendEnd({ status: 'failed', reason: `bad ${secret}` });
  const contents = lines().map((line) => JSON.parse(line).content ?? JSON.parse(line).reason);
  expect(contents).toEqual(['It is ', '[redacted], ', 'my-own', 'bad [redacted]']);
});

test('an event too long for readers is cut, and says so', async () => {
  const journal = openJournal(turn);
  journal.append({ ...said('x'.repeat(17_000_000)) });
  journal.append({ type: 'raw', native: Array.from({ length: 850 }, () => 'y'.repeat(20_000)) });
  journal.appendEnd(success);
  const [message, raw] = await all();
  expect(message).toMatchObject({ content: expect.stringMatching(/x\n\[\d+ characters cut\]\nx/) });
  expect(raw).toMatchObject({ type: 'error', code: 'event_too_long', fatal: false });
});

test('a journal left behind goes on after its last whole line; the torn one is kept aside', async () => {
  const journal = openJournal(turn);
  journal.append([said('a'), said('b')]);
  journal.close();
  damage('{"type":"message","seq":3,"ts":"2026');
  const next = openJournal(turn);
  expect([next.ended, next.lastSeq]).toEqual([false, 2]);
  next.appendEnd({ status: 'failed', code: 'owner_lost' });
  expect((await all()).map(({ type, seq }) => [type, seq])).toEqual([
    ['message', 1],
    ['message', 2],
    ['end', 3],
  ]);
  const torn = (await readdir(turn)).find((name) => name.startsWith('torn-'));
  expect(readFileSync(join(turn, torn ?? ''), 'utf8')).toBe('{"type":"message","seq":3,"ts":"2026');
});

test('wherever a journal was cut off, it goes on with what is whole and gets one end', () => {
  const journal = openJournal(turn);
  journal.append([said('a'), said('é'.repeat(40)), said('c')]);
  journal.close();
  const whole = readFileSync(join(turn, 'events.ndjson'));
  fc.assert(
    fc.property(fc.nat(whole.length), (length) => {
      writeFileSync(join(turn, 'events.ndjson'), whole.subarray(0, length));
      openJournal(turn).appendEnd({ status: 'failed', code: 'owner_lost' });
      const kept = whole.subarray(0, length).toString('latin1').split('\n').length - 1;
      expect(lines().map((line) => JSON.parse(line).seq)).toEqual(
        Array.from({ length: kept + 1 }, (_item, index) => index + 1),
      );
      expect(lines().filter((line) => JSON.parse(line).type === 'end')).toHaveLength(1);
    }),
    { numRuns: 50 },
  );
});

test('whatever stands after an end, it is the end', async () => {
  openJournal(turn).appendEnd(success);
  damage('noise\n');
  expect(journalState(turn)).toMatchObject({ ended: true, lastSeq: 1, end: success });
  expect(openJournal(turn).ended).toBe(true);
  expect(await all()).toHaveLength(1);
});

test('a turn whose folder was removed under it ends without a fuss', () => {
  const journal = openJournal(turn);
  rmSync(root, { recursive: true });
  journal.append(said('a'));
  expect(journal.appendEnd(success)).toMatchObject(success);
});

test('an end that was torn is no end', () => {
  openJournal(turn).close();
  damage('{"type":"end","seq":1,"ts":"2026-01-01T00:00:00.000Z","status":"succ');
  expect(journalState(turn).ended).toBe(false);
  openJournal(turn).appendEnd({ status: 'failed' });
  expect(journalState(turn).end).toMatchObject({ status: 'failed', seq: 1 });
});

test('a damaged line in the middle becomes an error with its number, and reading goes on', async () => {
  const journal = openJournal(turn);
  journal.append(said('a'));
  journal.close();
  damage('{"type":"mess\u0000\n');
  damage('{"type":"message","seq":3,"ts":"2026-01-01T00:00:00.000Z","role":"assi\n');
  const next = openJournal(turn);
  next.append(said('d'));
  next.appendEnd(success);
  const events = await all();
  expect(events.map(({ type, seq }) => [type, seq])).toEqual([
    ['message', 1],
    ['error', 2],
    ['error', 3],
    ['message', 4],
    ['end', 5],
  ]);
  expect(events[1]).toMatchObject({ code: 'journal_damaged', fatal: false });
  expect((await all({ after: 2 })).map(({ seq }) => seq)).toEqual([3, 4, 5]);
});

test('says how far it is, who writes it and how it ended', () => {
  const journal = openJournal(turn);
  journal.append(said('a'));
  expect(journalState(turn)).toMatchObject({
    lastSeq: 1,
    ended: false,
    owned: true,
    owner: { pid: process.pid },
  });
  journal.appendEnd(success);
  expect(journalState(turn)).toEqual({
    lastSeq: 2,
    isSure: true,
    ended: true,
    owned: false,
    end: expect.objectContaining({ type: 'end', status: 'success', seq: 2 }),
  });
});

test('gives lines as they are, of all types; events only of those it knows', async () => {
  const journal = openJournal(turn);
  journal.append([said('a'), { type: 'mine' }]);
  journal.appendEnd(success);
  const raw = await Readable.from(readJournalLines(turn, { after: 1 })).toArray();
  expect(raw.map((line) => JSON.parse(line).type)).toEqual(['mine', 'end']);
  expect(raw.every((line) => line.endsWith('}\n'))).toBe(true);
  expect((await all({ after: 1 })).map(({ type }) => type)).toEqual(['end']);
});

test('a folder that cannot be written is an error that says so', () => {
  writeFileSync(join(root, 'turns'), 'no folder');
  expect(() => openJournal(turn)).toThrow(expect.objectContaining({ code: 'journal_unwritable' }));
});
