import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Job, type JobName, type JobResults, type JobTasks, jobs } from './jobs.js';

// Work on many files, of which each is a task: this thread and others take the next one that nobody
// has taken, so that none waits for another.

const MEBIBYTE = 1024 * 1024;
/** How much there has to be for each job: less is done before another thread has started and warmed up. */
const LEAST_BYTES: Readonly<Record<JobName, number>> = {
  readUnit: 256 * MEBIBYTE,
  mayHoldText: 512 * MEBIBYTE,
};
/** With this one. Each takes some 30 MB, and a third would bring the whole above 150 MB. */
const MOST_THREADS = 2;
/** Most of what is read is garbage at once: there is no need for more. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** What another thread gets. */
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

export interface WorkOptions {
  /** How much there is to read: of little, this thread reads all. */
  readonly bytes: number;
  /** How many other threads are worth while. Default: as many as there are idle cores for, up to a bound. */
  readonly others?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What other threads run. */
  readonly program?: string | undefined;
}

/** Work that has begun. */
export interface SharedWork<Result> {
  /** What came of a task. Until that is known, this thread does others. */
  resultOf(index: number): Promise<Result>;
  /** Ends the other threads, whatever they are doing. */
  stop(): Promise<void>;
}

/** Begins to do tasks, in their order. */
export function shareWork<Name extends JobName>(
  job: Name,
  tasks: readonly JobTasks[Name][],
  { bytes, others = idleThreads(), signal, program = threadProgram() }: WorkOptions,
): SharedWork<JobResults[Name]> {
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const results = new Map<number, JobResults[Name]>();
  const threads = Array.from({ length: bytes < LEAST_BYTES[job] ? 0 : others }, () =>
    startThread(program, { job, tasks, next }, (index, result) =>
      results.set(index, result as JobResults[Name]),
    ),
  );
  const doTask: Job<JobTasks[Name], JobResults[Name]> = jobs[job];

  const resultOf = async (index: number): Promise<JobResults[Name]> => {
    for (;;) {
      signal?.throwIfAborted();
      const known = results.get(index);
      if (known !== undefined) return known;
      const running = threads.filter(({ hasEnded }) => !hasEnded());
      const taken = Atomics.add(next, 0, 1);
      // A thread that could not start, or had too little memory, has left its task.
      const own = taken < tasks.length ? taken : running.length === 0 ? index : undefined;
      const task = own === undefined ? undefined : tasks[own];
      if (own === undefined || task === undefined) {
        await untilNews(running, signal);
      } else results.set(own, await doTask(task, signal));
    }
  };
  return {
    resultOf,
    async stop() {
      await Promise.all(threads.map(({ stop }) => stop()));
    },
  };
}

/** On a machine that is busy, another thread only takes what this one would get, and takes time to start. */
function idleThreads(): number {
  const cores = availableParallelism();
  const [load = 0] = loadavg();
  return load < cores ? Math.min(cores, MOST_THREADS) - 1 : 0;
}

interface Thread {
  /** Whether it has nothing left to do, or has failed. */
  hasEnded(): boolean;
  /** Settles with its next result, or its end. */
  news(): Promise<void>;
  stop(): Promise<unknown>;
}

function startThread(
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

const NO_THREAD: Thread = { hasEnded: () => true, news: async () => {}, stop: async () => {} };

/** Settles with the next result or end of a thread, or when the signal is aborted. */
function untilNews(threads: readonly Thread[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal?.removeEventListener('abort', done);
      resolve();
    };
    signal?.addEventListener('abort', done);
    for (const { news } of threads) void news().then(done);
  });
}

/** It lies beside the bundle of the command, and in the build of this package. */
export function threadProgram(): string {
  const beside = fileURLToPath(new URL('./thread-program.js', import.meta.url));
  const built = fileURLToPath(new URL('../../dist/threads/thread-program.js', import.meta.url));
  return existsSync(beside) ? beside : built;
}
