import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shareWork, threadProgram, type WorkOptions } from './share-work.js';

/** So much that other threads are started. */
const MUCH = 2 ** 40;
const COUNT = 40;
const EXPECTED = Array.from({ length: COUNT }, (_, index) => index % 3 === 0);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-threads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** To look for a text in sessions of which every third holds it. */
function tasks() {
  return EXPECTED.map((_, index) => ({
    agent: 'codex' as const,
    path: join(folder, `${index}.jsonl`),
    query: { text: 'flaky zebra' },
  }));
}

function begin(options: WorkOptions) {
  for (const [index, { path }] of tasks().entries()) {
    const text = EXPECTED[index] ? 'a flaky zebra' : 'none';
    writeFileSync(path, `${JSON.stringify({ text })}\n`);
  }
  return shareWork('mayHoldText', tasks(), options);
}

async function results(options: WorkOptions): Promise<boolean[]> {
  const { resultOf, stop } = begin(options);
  const all: boolean[] = [];
  for (const index of EXPECTED.keys()) all.push(await resultOf(index));
  await stop();
  return all;
}

/** Writes a program for other threads. */
function programOf(code: string): string {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, `import { workerData } from 'node:worker_threads';\n${code}`);
  return program;
}

test('little is done on this thread', async () => {
  expect(
    await results({ bytes: 100, others: 1, program: join(folder, 'no-such-program') }),
  ).toEqual(EXPECTED);
});

test('what other threads have done is taken from them', async () => {
  const mark = join(folder, 'done');
  const program = programOf(
    `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(mark)}, ''));
    await import(${JSON.stringify(pathToFileURL(threadProgram()).href)});`,
  );
  const { resultOf, stop } = begin({ bytes: MUCH, others: 1, program });
  // Nobody has asked for a result, so that this thread has done nothing.
  await waitUntil('the thread has ended', () => existsSync(mark));
  for (const { path } of tasks()) rmSync(path);
  for (const [index, holds] of EXPECTED.entries()) expect(await resultOf(index)).toBe(holds);
  await stop();
});

test('what a thread that fails has taken is done on this one', async () => {
  const program = programOf(`Atomics.add(workerData.next, 0, 3); throw new Error('broken');`);
  expect(await results({ bytes: MUCH, others: 1, program })).toEqual(EXPECTED);
});

test('where no thread can be started this one does all', async () => {
  // Node refuses such a path as it refuses to start a thread that the system has no room for: at once.
  expect(await results({ bytes: MUCH, others: 1, program: 'no-path' })).toEqual(EXPECTED);
});

test('who waits for a thread that hangs can stop', async () => {
  const mark = join(folder, 'taken');
  const program = programOf(
    `import { writeFileSync } from 'node:fs';
    Atomics.add(workerData.next, 0, ${COUNT});
    writeFileSync(${JSON.stringify(mark)}, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
  );
  const enough = new AbortController();
  const { resultOf, stop } = begin({ bytes: MUCH, others: 1, program, signal: enough.signal });
  await waitUntil('the thread has taken all', () => existsSync(mark));
  const result = resultOf(0);
  enough.abort(new Error('enough'));
  await expect(result).rejects.toThrow('enough');
  await stop();
});

test('work that is stopped waits for nobody', async () => {
  const program = programOf('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
  const signal = AbortSignal.abort(new Error('enough'));
  const { resultOf, stop } = begin({ bytes: MUCH, others: 1, program, signal });
  await expect(resultOf(0)).rejects.toThrow('enough');
  await stop();
});
