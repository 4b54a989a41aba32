import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type JobName, type JobResult, type JobTask, jobs } from './jobs.js';

// Work on many files, of which each is a task: this thread and others take the next one that nobody
// has taken, so that none waits for another.

/** A thread takes as long to start as some of this to read. */
const LEAST_BYTES = 64 * 1024 * 1024;
/** Each has its own memory. */
const MOST_THREADS = 3;
/** Most of what is read is garbage at once: there is no need for more. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };

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
  readonly signal?: AbortSignal | undefined;
}

/** Does all tasks and gives what came of them, in their order. The first error ends the work. */
export async function shareWork<Name extends JobName>(
  job: Name,
  tasks: readonly JobTask<Name>[],
  { bytes, signal }: WorkOptions,
): Promise<JobResult<Name>[]> {
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const results = new Map<number, unknown>();
  const threads = Array.from({ length: bytes < LEAST_BYTES ? 0 : otherThreads() }, () =>
    startThread({ job, tasks, next }, results),
  );
  const doTask = async (index: number): Promise<void> => {
    signal?.throwIfAborted();
    const task = tasks[index];
    if (task !== undefined) results.set(index, await jobs[job](task, signal));
  };
  try {
    for (let index = 0; index < tasks.length; ) {
      index = Atomics.add(next, 0, 1);
      await doTask(index);
    }
    await Promise.all(threads.map(({ ended }) => ended));
    // What a thread has left because it could not start, or had too little memory.
    for (const index of tasks.keys()) if (!results.has(index)) await doTask(index);
  } finally {
    await Promise.all(threads.map(({ stop }) => stop()));
  }
  return [...tasks.keys()].map((index) => results.get(index) as JobResult<Name>);
}

function otherThreads(): number {
  return Math.min(availableParallelism(), MOST_THREADS) - 1;
}

interface Thread {
  /** Settles when it has nothing left to do, or has failed. */
  readonly ended: Promise<void>;
  stop(): Promise<unknown>;
}

function startThread(data: ThreadData, results: Map<number, unknown>): Thread {
  const worker = new Worker(programPath(), { workerData: data, resourceLimits: LIMITS });
  worker.on('message', ({ index, result }: ThreadResult) => results.set(index, result));
  const ended = new Promise<void>((resolve) => {
    worker.once('error', () => resolve());
    worker.once('exit', () => resolve());
  });
  return { ended, stop: () => worker.terminate() };
}

/** It lies beside the bundle of the command, and in the build of this package. */
function programPath(): string {
  const beside = fileURLToPath(new URL('./thread-program.js', import.meta.url));
  const built = fileURLToPath(new URL('../../dist/threads/thread-program.js', import.meta.url));
  return existsSync(beside) ? beside : built;
}
