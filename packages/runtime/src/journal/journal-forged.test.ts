import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DragomanEvent, JournaledEvent } from '@dragoman/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './open-journal.js';
import { readJournal } from './read-journal.js';

const TS = '2026-01-01T00:00:00.000Z';
const said = (content: string): DragomanEvent => ({ type: 'message', role: 'assistant', content });
const success = { status: 'success' } as const;

let turn: string;
let file: string;
beforeEach(() => {
  turn = mkdtempSync(join(tmpdir(), 'dragoman-journal-'));
  file = join(turn, 'events.ndjson');
});
afterEach(() => rmSync(turn, { recursive: true, force: true }));

const forged = (seq: number | string, type = 'message') =>
  `{"type":"${type}","seq":${seq},"ts":"${TS}","role":"assistant","content":"forged","status":"success"}\n`;

/** A journal of so many events, with its end. */
function write(count: number): string[] {
  const journal = openJournal(turn);
  journal.append(Array.from({ length: count }, (_one, index) => said(`${index + 1}`)));
  journal.appendEnd(success);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

function writeLines(lines: readonly string[]): void {
  writeFileSync(file, lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)).join(''));
}

async function read(options?: Parameters<typeof readJournal>[1]): Promise<JournaledEvent[]> {
  return Readable.from(readJournal(turn, options)).toArray();
}

function contentsOf(events: readonly JournaledEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'message' ? [event.content] : []));
}

function codesOf(events: readonly JournaledEvent[]): (string | undefined)[] {
  return events.flatMap((event) => (event.type === 'error' ? [event.code] : []));
}

const FORGED: readonly [string, string][] = [
  ['beyond what numbers can be', forged('9007199254740991')],
  ['as high as one is read', forged('999999999999999')],
  ['far ahead', forged(1_000_000)],
  ['a little ahead', forged(15)],
  ['one that has been', forged(2)],
  ['the one before it', forged(5)],
  ['none at all', forged(0)],
  ['that of an end, far ahead', forged(999_999_999_999, 'end')],
  ['that of an end that has been', forged(3, 'end')],
];

test.each(FORGED)(
  'a line with a forged number (%s) hides nothing, and is reported',
  async (_which, line) => {
    const lines = write(10);
    writeLines([...lines.slice(0, 5), line, ...lines.slice(5)]);
    for (const after of [0, 3, 5, 7]) {
      const events = await read({ after });
      expect(events.at(-1)).toMatchObject({ type: 'end', seq: 11 });
      const wanted = Array.from({ length: 10 - after }, (_one, index) => `${after + index + 1}`);
      expect(contentsOf(events)).toEqual(wanted);
      if (after <= 5) expect(codesOf(events)).toEqual(['journal_damaged']);
    }
  },
);

test.each(FORGED.filter(([which]) => !which.includes('end')))(
  'a journal left behind with a last line that is forged (%s) goes on from what is believed',
  async (_which, line) => {
    const lines = write(10);
    writeLines([...lines.slice(0, 10), line]);
    const journal = openJournal(turn);
    expect(journal.lastSeq).toBeLessThanOrEqual(11);
    journal.append(said('on'));
    journal.appendEnd({ status: 'failed', code: 'owner_lost' });
    const events = await read();
    expect(contentsOf(events)).toEqual([
      ...Array.from({ length: 10 }, (_one, i) => `${i + 1}`),
      'on',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'end', code: 'owner_lost' });
    expect(codesOf(events)).toEqual(['journal_damaged']);
  },
);

test('lines that are missing are reported as a gap, and all others are read', async () => {
  const lines = write(10);
  writeLines([...lines.slice(0, 3), ...lines.slice(6)]);
  const events = await read();
  expect(events.map(({ type, seq }) => [type, seq])).toEqual([
    ...[1, 2, 3].map((seq) => ['message', seq]),
    ['error', 6],
    ...[7, 8, 9, 10].map((seq) => ['message', seq]),
    ['end', 11],
  ]);
  expect(events[3]).toMatchObject({
    code: 'journal_gap',
    fatal: false,
    message: expect.stringContaining('Events 4 to 6'),
  });
  expect(await read({ after: 6 })).toEqual(events.slice(4));
});

test('an end without the events before it is read, and they are reported', async () => {
  const lines = write(10);
  writeLines(lines.slice(-1));
  expect(await read()).toMatchObject([
    { type: 'error', code: 'journal_gap', seq: 10 },
    { type: 'end', seq: 11 },
  ]);
});

test('whatever order lines are put in, there is an end, and what is left out is reported', async () => {
  const lines = write(12);
  const [end = ''] = lines.slice(-1);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(fc.constantFrom(...lines.slice(0, -1)), fc.constantFrom('noise', forged(99))),
        {
          maxLength: 20,
        },
      ),
      async (body) => {
        writeLines([...body, end]);
        const events = await read();
        expect(events.at(-1)?.type).toBe('end');
        const isWhole = lines.slice(0, -1).join() === body.join();
        expect(codesOf(events).length > 0).toBe(!isWhole);
        const seen = contentsOf(events);
        expect(new Set(seen).size).toBe(seen.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('a cursor behind a line with a number that is too low misses nothing', async () => {
  const journal = openJournal(turn);
  for (let index = 0; index < 400; index += 1) journal.append(said('x'.repeat(1000)));
  journal.appendEnd(success);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  // Where the search looks first, and takes it for something before the cursor.
  for (const at of [190, 195, 200, 205, 210]) {
    writeLines([
      ...lines.slice(0, at),
      ...Array.from({ length: 8 }, () => forged(1)),
      ...lines.slice(at),
    ]);
    const events = await read({ after: 50 });
    const own = events.filter(({ type }) => type !== 'error').map(({ seq }) => seq);
    expect(own).toEqual(Array.from({ length: 351 }, (_one, index) => 51 + index));
  }
});

test('a journal that is cut off under its writer goes on, and what is lost is reported', async () => {
  const journal = openJournal(turn);
  journal.append([said('1'), said('2'), said('3')]);
  const [first = ''] = readFileSync(file, 'utf8').split('\n');
  truncateSync(file, first.length + 20);
  journal.append([said('4'), said('5')]);
  appendFileSync(file, forged(6));
  journal.append(said('6'));
  journal.appendEnd(success);
  const events = await read();
  expect(contentsOf(events)).toEqual(['1', '4', '5', '6']);
  expect(codesOf(events)).toEqual(['journal_gap']);
  expect(events.at(-1)).toMatchObject({ type: 'end', seq: 7 });
});
