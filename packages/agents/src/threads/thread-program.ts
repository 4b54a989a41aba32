import { parentPort, workerData } from 'node:worker_threads';
import { jobs } from './jobs.js';
import type { ThreadData, ThreadResult } from './share-work.js';

// The program of another thread: see `share-work`.

void main(workerData);

async function main({ job, tasks, next }: ThreadData): Promise<void> {
  const doTask: (task: never) => Promise<unknown> = jobs[job];
  for (;;) {
    const index = Atomics.add(next, 0, 1);
    if (index >= tasks.length) return;
    const result: ThreadResult = { index, result: await doTask(tasks[index] as never) };
    parentPort?.postMessage(result);
  }
}
