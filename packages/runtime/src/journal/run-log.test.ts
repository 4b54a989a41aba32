import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isRunEvent, type JournaledEvent } from '@dragoman/protocol';
import { exampleEvents } from '@dragoman/protocol/reference';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './open-journal.js';
import { type ReadJournalOptions, readJournal } from './read-journal.js';

let root: string;
let run: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-log-'));
  run = join(root, 'runs', 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const task = { strategy: 1, key: 'one' };
const started = (attempt: number) => ({ type: 'task.started', ...task, attempt });

async function read(options: ReadJournalOptions = {}): Promise<JournaledEvent[]> {
  return Readable.from(readJournal(run, { follow: 'writer', ...options })).toArray();
}

test('what a run says of itself comes back as it was said', async () => {
  const said = exampleEvents().filter(isRunEvent);
  const log = openJournal(run);
  log.append(said);
  log.close();
  const events = await read();
  expect(events.map(({ seq: _seq, ts: _ts, ...event }) => event)).toEqual(said);
});

test('a log goes on where it was left, whatever its last word is', async () => {
  const first = openJournal(run);
  first.append(started(1));
  first.appendLast({ type: 'run.interrupted', reason: 'SIGINT' });
  expect(() => first.append(started(2))).toThrow(
    expect.objectContaining({ code: 'journal_closed' }),
  );
  const second = openJournal(run);
  expect([second.lastSeq, second.ended]).toEqual([2, false]);
  second.append([{ type: 'run.resumed' }, started(2)]);
  second.close();
  expect((await read({ after: 2 })).map(({ type, seq }) => [seq, type])).toEqual([
    [3, 'run.resumed'],
    [4, 'task.started'],
  ]);
  expect(() => openJournal(run).append({ type: 'end', status: 'success' })).toThrow(/appendEnd/);
});

test('what a killed writer left unfinished is put aside, and numbers go on', async () => {
  const first = openJournal(run);
  first.append(started(1));
  first.close();
  appendFileSync(join(run, 'events.ndjson'), '{"type":"task.turn","seq":2,"ts":"2026');
  const second = openJournal(run);
  second.append(started(2));
  second.close();
  expect((await read()).map(({ seq }) => seq)).toEqual([1, 2]);
  const [torn = ''] = readdirSync(run).filter((name) => name.startsWith('torn-'));
  expect(readFileSync(join(run, torn), 'utf8')).toBe('{"type":"task.turn","seq":2,"ts":"2026');
});

test('who follows it reads as long as somebody writes it', async () => {
  const log = openJournal(run);
  log.append(started(1));
  const reading = read();
  await new Promise((resolve) => setTimeout(resolve, 50));
  log.append(started(2));
  log.appendLast({ type: 'run.interrupted', reason: 'SIGINT' });
  expect((await reading).map(({ type }) => type)).toEqual([
    ...['task.started', 'task.started', 'run.interrupted'],
  ]);
  expect(await read({ after: 3 })).toEqual([]);
});

test('what is synced is there after a kill, and calls at once share the work', async () => {
  const log = openJournal(run);
  log.append(started(1));
  const syncs = [log.sync(), log.sync()];
  log.append(started(2));
  syncs.push(log.sync());
  await Promise.all(syncs);
  const closing = log.sync();
  log.close();
  await closing;
  await expect(log.sync()).rejects.toMatchObject({ code: 'journal_closed' });
  expect(await read()).toHaveLength(2);
});

const KILLED = `
  const { openJournal } = await import(process.argv[1]);
  const log = openJournal(process.argv[2]);
  for (let attempt = 1; ; attempt += 1) {
    log.append({ type: 'task.started', strategy: 1, key: 'one', attempt });
    await log.sync();
    process.stdout.write(attempt + '\\n');
  }
`;

test('a writer that is killed has lost nothing that it synced, and the next one takes over', async () => {
  const module = new URL('../../dist/internal.js', import.meta.url).href;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', KILLED, module, run]);
  let said = '';
  for await (const chunk of writer.stdout) {
    said += chunk;
    if (said.length > 40) break;
  }
  expect(() => openJournal(run)).toThrow(expect.objectContaining({ code: 'journal_locked' }));
  const gone = once(writer, 'exit');
  writer.kill('SIGKILL');
  await gone;
  const synced = Number(said.trim().split('\n').at(-1));
  const log = openJournal(run);
  expect(log.lastSeq).toBeGreaterThanOrEqual(synced);
  log.close();
  expect((await read()).map(({ seq }) => seq)).toEqual(
    Array.from({ length: log.lastSeq }, (_none, index) => index + 1),
  );
});
