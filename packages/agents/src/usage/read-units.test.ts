import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { agents } from '../agents.js';
import { beginReading } from './read-units.js';
import { statusOf } from './unit-status.js';
import { type UnitToRead, unitTask } from './unit-task.js';
import { loadUsageIndex, saveUsageIndex } from './usage-index.js';
import type { ReadUnit } from './usage-part.js';
import { ROW_WORDS } from './usage-rows.js';

const MEBIBYTE = 1024 * 1024;
const { codex } = agents;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dragoman-units-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(name: string, bytes: number): string {
  const path = join(home, name);
  writeFileSync(path, `${' '.repeat(bytes - 1)}\n`);
  return path;
}

/** A session of Codex as it is now. */
function unitOf(path: string, earlier?: ReadUnit): UnitToRead {
  const format = codex.interpreter.usage;
  const unit = { kind: 'lines', path, files: [path] } as const;
  const status = statusOf(unit);
  if (format === undefined || status === undefined) throw new Error(`${path} records no usage.`);
  return { agent: codex, format, store: { home }, unit, status, earlier };
}

/** The same, as if it were longer. */
function ofSize(unit: UnitToRead, bytes: number): UnitToRead {
  return { ...unit, status: { ...unit.status, bytes } };
}

/** Reads units that are found one batch after the other. */
async function readAll(
  batches: readonly (readonly UnitToRead[])[],
  others?: number,
): Promise<ReadonlyMap<UnitToRead, ReadUnit | string>> {
  const reading = beginReading({ others });
  try {
    for (const units of batches) reading.add(units);
    return await reading.results();
  } finally {
    await reading.stop();
  }
}

/** The same session when it was read and has grown since. */
async function grown(path: string): Promise<UnitToRead> {
  const unit = unitOf(path);
  const read = (await readAll([[unit]])).get(unit);
  if (typeof read !== 'object') throw new Error(read);
  appendFileSync(path, '{}\n');
  return unitOf(path, read);
}

/** How many threads are started meanwhile. */
async function threadsOf(action: () => Promise<unknown>): Promise<number> {
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  await action();
  return threads;
}

test('a thread is started for much that is new, not for long sessions that have grown a little', async () => {
  const path = write('long.jsonl', 4 * MEBIBYTE);
  const many = (unit: UnitToRead) => Array.from({ length: 65 }, () => ({ ...unit }));
  const unread = many(ofSize(unitOf(write('short.jsonl', 100)), 4 * MEBIBYTE));
  expect(await threadsOf(() => readAll([unread], 1))).toBe(1);
  const read = many(await grown(path));
  expect(await threadsOf(() => readAll([read], 1))).toBe(0);
});

test('the session with most that is new is read first', async () => {
  const long = await grown(write('long.jsonl', MEBIBYTE));
  const short = unitOf(write('short.jsonl', 1000));
  expect([...(await readAll([[long, short]])).keys()]).toEqual([short, long]);
});

test('a longer session that is found later is read before what nobody has begun', async () => {
  const short = ofSize(unitOf(write('short.jsonl', 100)), 64 * MEBIBYTE);
  const long = ofSize(unitOf(write('long.jsonl', 100)), 65 * MEBIBYTE);
  expect([...(await readAll([[short], [long]])).keys()]).toEqual([long, short]);
});

test('what another thread began while more was found is read once', async () => {
  const path = write('long.jsonl', 100);
  const batch = () => Array.from({ length: 65 }, () => ofSize(unitOf(path), 4 * MEBIBYTE));
  const batches = [batch(), batch(), batch()];
  const reading = beginReading({ others: 1 });
  onTestFinished(() => reading.stop());
  for (const units of batches) {
    reading.add(units);
    // The thread that the first batch has started takes some of it meanwhile.
    await nextTurn();
  }
  const results = await reading.results();
  expect(new Set(results.keys())).toEqual(new Set(batches.flat()));
  for (const result of results.values()) expect(result).toMatchObject({ path, parts: [{}] });
});

test('a session that has been replaced is new as a whole', async () => {
  const path = write('replaced.jsonl', MEBIBYTE);
  const { earlier } = await grown(path);
  renameSync(write('replacement.jsonl', MEBIBYTE + 10), path);
  const replaced = unitOf(path, earlier);
  const other = unitOf(write('other.jsonl', MEBIBYTE / 2));
  expect([...(await readAll([[other, replaced]])).keys()]).toEqual([replaced, other]);
});

test('another thread gets the rows of a session, not all that was kept of others', () => {
  const paths = ['one.jsonl', 'two.jsonl'].map((name) => write(name, 100));
  const words = new Uint32Array(ROW_WORDS).fill(7);
  const part = { session: 'one', cwd: home, models: ['gpt'], words, counts: [] };
  const indexFile = join(home, 'index');
  saveUsageIndex(
    indexFile,
    paths.map((path) => ({ path, stamp: '', isFresh: false, parts: [part] })),
  );
  const [, kept] = [...loadUsageIndex(indexFile).values()];
  const task = structuredClone(unitTask(unitOf(paths[1] ?? '', kept)));
  const [sent] = task?.earlier?.parts ?? [];
  expect(sent).toEqual(part);
  expect(sent?.words.buffer.byteLength).toBe(words.byteLength);
});
