import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { shareWork, type WorkOptions } from './share-work.js';
import { threadProgram } from './thread.js';

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

function begin({ bytes = MUCH, ...options }: WorkOptions & { readonly bytes?: number }) {
  const all = tasks();
  for (const [index, { path }] of all.entries()) {
    const text = EXPECTED[index] ? 'a flaky zebra' : 'none';
    writeFileSync(path, `${JSON.stringify({ text })}\n`);
  }
  const work = shareWork('mayHoldText', { others: 1, ...options });
  onTestFinished(() => work.stop());
  work.add(all, bytes);
  return { ...work, all };
}

async function results({ all, resultOf }: ReturnType<typeof begin>): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const task of all) found.push(await resultOf(task));
  return found;
}

/** Writes a program for other threads. */
function programOf(code: string): string {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, `import { workerData } from 'node:worker_threads';\n${code}`);
  return program;
}

test('little is done on this thread', async () => {
  const work = begin({ bytes: 100, program: join(folder, 'no-such-program') });
  expect(await results(work)).toEqual(EXPECTED);
});

test('what other threads have done is taken from them, also of tasks that came later or were taken back', async () => {
  const mark = join(folder, 'done');
  const program = programOf(
    `import { writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const post = parentPort.postMessage.bind(parentPort);
    let done = 0;
    parentPort.postMessage = (message) => {
      post(message);
      done += 1;
      if (done === ${COUNT + 1}) writeFileSync(${JSON.stringify(mark)}, '');
    };
    await import(${JSON.stringify(pathToFileURL(threadProgram()).href)});`,
  );
  const work = begin({ program });
  const back = work.takeBack();
  expect(back).toEqual(work.all);
  expect(work.takeBack()).toEqual([]);
  work.add(back.toReversed(), 0);
  const later = tasks().slice(0, 1);
  work.add(later, 1);
  // Nobody has asked for a result, so that this thread has done nothing.
  await waitUntil('the thread has done all', () => existsSync(mark));
  for (const { path } of work.all) rmSync(path);
  expect(await results({ ...work, all: [...work.all, ...later] })).toEqual([...EXPECTED, true]);
});

test('what a thread that fails has taken is done on this one', async () => {
  const program = programOf(`Atomics.add(workerData.next, 0, 3); throw new Error('broken');`);
  expect(await results(begin({ program }))).toEqual(EXPECTED);
});

test('where no thread can be started this one does all', async () => {
  // Node refuses such a path as it refuses to start a thread that the system has no room for: at once.
  expect(await results(begin({ program: 'no-path' }))).toEqual(EXPECTED);
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
  const work = begin({ program, signal: enough.signal });
  await waitUntil('the thread has taken all', () => existsSync(mark));
  const found = results(work);
  enough.abort(new Error('enough'));
  await expect(found).rejects.toThrow('enough');
});

test('work that is stopped waits for nobody', async () => {
  const program = programOf('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(results(begin({ program, signal }))).rejects.toThrow('enough');
});
