import { availableParallelism, loadavg } from 'node:os';
import { type Job, type JobName, type JobResults, type JobTasks, jobs } from './jobs.js';
import { startThread, type Thread, takeNext, threadProgram } from './thread.js';

// Work on many files, of which each is a task: this thread and others take the next one that nobody
// has taken, so that none waits for another. Tasks may come while others are done.

const MEBIBYTE = 1024 * 1024;
/** How much there has to be for each job: less is done before another thread has started and warmed up. */
const LEAST_BYTES: Readonly<Record<JobName, number>> = {
  readUnit: 256 * MEBIBYTE,
  mayHoldText: 512 * MEBIBYTE,
};
/** With this one. Each takes some 30 MB, and a third would bring the whole above 150 MB. */
const MOST_THREADS = 2;

export interface WorkOptions {
  /** How many other threads are worth while. Default: as many as there are idle cores for, up to a bound. */
  readonly others?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What other threads run. */
  readonly program?: string | undefined;
}

/** Work that has begun. */
export interface SharedWork<Task, Result> {
  /**
   * Adds tasks, which are done in their order, behind those that are there. Other threads start once there
   * is enough for them.
   *
   * @param bytes how much more there is to read: of little, this thread reads all.
   */
  add(tasks: readonly Task[], bytes: number): void;
  /** Takes back the tasks that nobody has begun. */
  takeBack(): Task[];
  /** What came of a task. Until that is known, this thread does others. */
  resultOf(task: Task): Promise<Result>;
  /** Ends the other threads, whatever they are doing. */
  stop(): Promise<void>;
}

/** Begins to do tasks. */
export function shareWork<Name extends JobName>(
  job: Name,
  { others, signal, program = threadProgram() }: WorkOptions = {},
): SharedWork<JobTasks[Name], JobResults[Name]> {
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const tasks: JobTasks[Name][] = [];
  const positions = new Map<JobTasks[Name], number>();
  const results = new Map<number, JobResults[Name]>();
  const doTask: Job<JobTasks[Name], JobResults[Name]> = jobs[job];
  let threads: readonly Thread[] = [];
  let bytesInAll = 0;

  const startThreads = (): readonly Thread[] =>
    Array.from({ length: others ?? idleThreads() }, () =>
      startThread(program, { job, tasks, next }, (index, result) =>
        results.set(index, result as JobResults[Name]),
      ),
    );

  return {
    add(more, bytes) {
      for (const task of more) positions.set(task, tasks.push(task) - 1);
      bytesInAll += bytes;
      if (threads.length > 0) for (const thread of threads) thread.add(more);
      else if (bytesInAll >= LEAST_BYTES[job]) threads = startThreads();
    },
    takeBack: () => tasks.slice(Atomics.exchange(next, 0, tasks.length)),
    async resultOf(asked) {
      for (;;) {
        signal?.throwIfAborted();
        const index = positions.get(asked) ?? -1;
        const known = results.get(index);
        if (known !== undefined) return known;
        const running = threads.filter(({ hasEnded }) => !hasEnded());
        // A thread that could not start, or had too little memory, has left its task.
        const own = takeNext(next, tasks.length) ?? (running.length === 0 ? index : undefined);
        const task = own === undefined ? undefined : tasks[own];
        if (own === undefined || task === undefined) {
          await untilNews(running, signal);
        } else results.set(own, await doTask(task, signal));
      }
    },
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
