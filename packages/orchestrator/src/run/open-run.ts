import type { JournaledEvent } from '@dragoman/protocol';
import { type EventsOptions, readJournal } from '@dragoman/runtime';
import { defaultCacheDirectory, journalState } from '@dragoman/runtime/internal';
import { defaultStateDirectory, namesIn } from '@dragoman/sandbox';
import { readRunState } from '../log/run-log.js';
import type { RunState } from '../log/run-state.js';
import { countTasks, type RunStatus, runStatus, type TaskCounts } from '../log/run-summary.js';
import { askToCancel, askToStop } from './run-control.js';
import { runFolders, runsDirectory } from './run-folders.js';
import { isRunId } from './run-id.js';
import { type RunRecord, readRunRecord } from './run-record.js';

/** A run as whoever looks finds it. */
export interface FoundRun {
  readonly id: string;
  readonly directory: string;
  readonly record: RunRecord;
  readonly status: RunStatus;
  readonly tasks: TaskCounts;
  /** What its log says so far. */
  readonly state: RunState;
  events(options?: EventsOptions & { readonly follow?: boolean }): AsyncIterable<JournaledEvent>;
  /** Interrupts it, whichever process conducts it. Says whether there was one. */
  stop(reason?: string): Promise<boolean>;
  /** Ends one of its tasks. `unknown`: it isn't at work. Undefined: nobody conducts the run. */
  cancel(key: string): Promise<'ok' | 'unknown' | undefined>;
}

export interface OpenRunOptions {
  /** Default: `$DRAGOMAN_STATE`, or `dragoman` in the user's state folder. */
  readonly stateDirectory?: string | undefined;
}

/** A run by its id, whoever conducts it or conducted it. Rejects with `run_unknown`. */
export async function openRun(
  id: string,
  { stateDirectory = defaultStateDirectory() }: OpenRunOptions = {},
): Promise<FoundRun> {
  const { directory } = runFolders(id, stateDirectory, defaultCacheDirectory());
  const record = await readRunRecord(directory, id);
  // Before its log is read: one that ends meanwhile says so there.
  const isHeld = journalState(directory).owned;
  const state = await readRunState(directory);
  return {
    id,
    directory,
    record,
    state,
    tasks: countTasks(state),
    status: runStatus(state, isHeld),
    events: ({ follow = false, ...asked } = {}) =>
      readJournal(directory, { ...asked, follow: follow ? 'writer' : false }),
    stop: (reason) => askToStop(id, reason),
    cancel: (key) => askToCancel(id, key),
  };
}

/** A run that can't be opened, and why. */
export interface DamagedRun {
  readonly id: string;
  readonly problem: unknown;
}

export interface ListRunsOptions extends OpenRunOptions {
  /** Only those whose ids have this part. */
  readonly idPart?: string | undefined;
  /** Of the latest so many: the logs of others aren't read. Default: all. */
  readonly limit?: number | undefined;
}

/** All runs, the latest first. One that is damaged hides no other. */
export async function listRuns(
  options: ListRunsOptions = {},
): Promise<{ readonly runs: readonly FoundRun[]; readonly damaged: readonly DamagedRun[] }> {
  const { stateDirectory = defaultStateDirectory(), idPart = '', limit = Infinity } = options;
  const names = (await namesIn(runsDirectory(stateDirectory))).filter(isRunId).sort().reverse();
  const runs: FoundRun[] = [];
  const damaged: DamagedRun[] = [];
  for (const id of names.filter((name) => name.includes(idPart))) {
    if (runs.length >= limit) break;
    try {
      runs.push(await openRun(id, options));
    } catch (problem) {
      damaged.push({ id, problem });
    }
  }
  return { runs, damaged };
}
