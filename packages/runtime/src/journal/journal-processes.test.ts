import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { JournaledEvent } from '@dragoman/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { journalState } from './journal-state.js';
import { openJournal } from './open-journal.js';
import { readJournal } from './read-journal.js';

const MODULE = JSON.stringify(new URL('../../dist/journal/open-journal.js', import.meta.url));
const GENEROUS = { timeout: 20_000, interval: 20 };

/** Writes without a pause until it is killed, or has written more than anybody waits for. */
const WRITER = `
  import { openJournal } from ${MODULE};
  const journal = openJournal(process.argv[1]);
  const write = (rounds) => {
    for (let n = 0; n < 50; n += 1) journal.append({ type: 'message', role: 'assistant', content: 'x'.repeat(n * 100) });
    if (rounds > 0) setImmediate(write, rounds - 1);
    else setInterval(() => {}, 1000);
  };
  write(40);
`;
/** Ends a journal whose owner died, unless another does. */
const RECOVERER = `
  import { openJournal } from ${MODULE};
  process.stdin.once('data', () => {
    try {
      openJournal(process.argv[1]).appendEnd({ status: 'failed', code: 'owner_lost' });
      process.exit(0);
    } catch (error) {
      process.exit(error.code === 'journal_locked' || error.code === 'journal_ended' ? 3 : 1);
    }
  });
  process.stdout.write('ready');
`;

let turn: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  turn = mkdtempSync(join(tmpdir(), 'dragoman-processes-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(turn, { recursive: true, force: true });
});

function run(program: string): ChildProcess {
  const args = ['--input-type=module', '-e', program, turn];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(child);
  return child;
}

/** Kills a writer in the middle of its work. */
async function killAtWork(writer: ChildProcess): Promise<void> {
  const events = join(turn, 'events.ndjson');
  await vi.waitFor(() => {
    expect(existsSync(events) && statSync(events).size).toBeGreaterThan(500_000);
  }, GENEROUS);
  const gone = once(writer, 'exit');
  writer.kill('SIGKILL');
  await gone;
}

function expectWholeTurn(events: readonly JournaledEvent[]): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('end');
}

test('a reader in another process follows, outlives the writer, and gets the one end', async () => {
  const writer = run(WRITER);
  await vi.waitFor(() => expect(journalState(turn).lastSeq).toBeGreaterThan(0), GENEROUS);
  const state = journalState(turn);
  expect([state.owned, state.owner?.pid]).toEqual([true, writer.pid]);
  const directory = turn;
  const onOwnerLost = vi.fn(async () => {
    openJournal(directory).appendEnd({ status: 'failed', code: 'owner_lost' });
  });
  const reading = Readable.from(readJournal(turn, { onOwnerLost })).toArray();
  const [events] = await Promise.all([reading, killAtWork(writer)]);
  expectWholeTurn(events);
  expect(onOwnerLost).toHaveBeenCalledTimes(1);
});

test('of several that find a dead writer, one ends the journal', async () => {
  await killAtWork(run(WRITER));
  expect(journalState(turn)).toMatchObject({ ended: false, owned: false });
  const recoverers = Array.from({ length: 4 }, () => run(RECOVERER));
  await Promise.all(recoverers.map(({ stdout }) => once(stdout ?? new Readable(), 'data')));
  const exits = recoverers.map((child) => once(child, 'exit'));
  for (const { stdin } of recoverers) stdin?.end('go');
  const codes = (await Promise.all(exits)).map(([code]) => code);
  expect(codes.toSorted()).toEqual([0, 3, 3, 3]);
  expectWholeTurn(await Readable.from(readJournal(turn)).toArray());
  expect((await readdir(turn)).filter((name) => !name.startsWith('torn-'))).toEqual([
    'events.ndjson',
  ]);
});
