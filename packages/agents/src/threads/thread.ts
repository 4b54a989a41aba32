import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { JobName } from './jobs.js';

/** Most of what is read is garbage at once: there is no need for more. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** What another thread gets when it starts. Later it gets more tasks, as messages. */
export interface ThreadData {
  readonly job: JobName;
  readonly tasks: readonly unknown[];
  /** The number of the next task, for all threads. */
  readonly next: Int32Array;
}

/** What another thread made of a task. */
export interface ThreadResult {
  readonly index: number;
  readonly result: unknown;
}

/** Takes the next task that nobody has taken, of those before an end. Undefined: there is none. */
export function takeNext(next: Int32Array, end: number): number | undefined {
  for (;;) {
    const index = Atomics.load(next, 0);
    if (index >= end) return undefined;
    if (Atomics.compareExchange(next, 0, index, index + 1) === index) return index;
  }
}

/** Another thread. */
export interface Thread {
  /** Whether it does nothing more, as it has failed or could not start. */
  hasEnded(): boolean;
  /** Gives it more tasks, behind those that it has. */
  add(tasks: readonly unknown[]): void;
  /** Settles with its next result, or its end. */
  news(): Promise<void>;
  stop(): Promise<unknown>;
}

export function startThread(
  program: string,
  data: ThreadData,
  onResult: (index: number, result: unknown) => void,
): Thread {
  const worker = newWorker(program, data);
  if (worker === undefined) return NO_THREAD;
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
  };
  worker.on('message', ({ index, result }: ThreadResult) => onResult(index, result));
  worker.once('error', end);
  worker.once('exit', end);
  return {
    hasEnded: () => isEnded,
    add: (tasks) => worker.postMessage(tasks),
    news: () =>
      new Promise((resolve) => {
        const done = (): void => {
          for (const name of NEWS) worker.off(name, done);
          resolve();
        };
        for (const name of NEWS) worker.once(name, done);
      }),
    stop: () => worker.terminate(),
  };
}

const NEWS = ['message', 'error', 'exit'] as const;

/** Undefined where the system gives no more threads: this one goes on alone. */
function newWorker(program: string, workerData: ThreadData): Worker | undefined {
  try {
    // The program is built, also where this module runs from its source.
    return new Worker(program, { workerData, resourceLimits: LIMITS, execArgv: [] });
  } catch {
    return undefined;
  }
}

const NO_THREAD: Thread = {
  hasEnded: () => true,
  add() {},
  news: async () => {},
  stop: async () => {},
};

/** It lies beside the bundle of the command, and in the build of this package. */
export function threadProgram(): string {
  const beside = fileURLToPath(new URL('./thread-program.js', import.meta.url));
  const built = fileURLToPath(new URL('../../dist/threads/thread-program.js', import.meta.url));
  return existsSync(beside) ? beside : built;
}
