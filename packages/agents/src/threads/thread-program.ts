import { parentPort, workerData } from 'node:worker_threads';
import { jobs } from './jobs.js';
import { type ThreadData, type ThreadResult, takeNext } from './thread.js';

// The program of another thread: see `share-work`.

void main(workerData);

async function main({ job, tasks, next }: ThreadData): Promise<void> {
  const doTask: (task: never) => Promise<unknown> = jobs[job];
  const known = [...tasks];
  let wake = (): void => {};
  parentPort?.on('message', (more: readonly unknown[]) => {
    for (const task of more) known.push(task);
    wake();
  });
  for (;;) {
    const index = takeNext(next, known.length);
    if (index === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    } else {
      const result: ThreadResult = { index, result: await doTask(known[index] as never) };
      parentPort?.postMessage(result);
    }
  }
}
