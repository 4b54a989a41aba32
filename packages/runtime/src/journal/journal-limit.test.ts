import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DragomanEvent } from '@dragoman/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './open-journal.js';
import { readJournal } from './read-journal.js';

let turn: string;
beforeEach(() => {
  turn = mkdtempSync(join(tmpdir(), 'dragoman-journal-'));
});
afterEach(() => rmSync(turn, { recursive: true, force: true }));

const said = (content: string): DragomanEvent => ({ type: 'message', role: 'assistant', content });
const request: DragomanEvent = { type: 'tool_request', requestId: 'r', tool_name: 't', input: {} };

function openLimited(bytes: number) {
  const reached: string[] = [];
  const onReached = (words: string) => void reached.push(words);
  return { reached, journal: openJournal(turn, { limit: { bytes, onReached } }) };
}

test('what has room is written, then one error, and then the end alone', async () => {
  const { journal, reached } = openLimited(2000);
  journal.append(Array.from({ length: 100 }, (_one, index) => said(`${index}`)));
  journal.append(said('more'));
  expect(() => journal.appendPlain(request)).toThrow(
    expect.objectContaining({ code: 'journal_limit' }),
  );
  journal.appendEnd({ status: 'failed' }, [{ type: 'error', message: 'left', fatal: false }]);
  expect(reached).toEqual([expect.stringContaining('2000 bytes')]);
  const events = await Readable.from(readJournal(turn)).toArray();
  expect(events.slice(-3)).toMatchObject([
    { type: 'error', code: 'journal_limit', fatal: true },
    { type: 'error', message: 'left' },
    { type: 'end', status: 'failed' },
  ]);
  const count = events.length - 3;
  expect(events.slice(0, count)).toMatchObject(
    Array.from({ length: count }, (_one, index) => ({ content: `${index}`, seq: index + 1 })),
  );
  expect(count).toBeGreaterThan(10);
  expect(statSync(join(turn, 'events.ndjson')).size).toBeLessThan(3000);
});

test('a request that has no room is refused, and stops the turn, too', () => {
  const { journal, reached } = openLimited(10);
  expect(() => journal.appendPlain(request)).toThrow('limit');
  expect(reached).toHaveLength(1);
  journal.appendEnd({ status: 'failed' });
});
