import { mayHoldText, type ScanTask } from '../saved-sessions/may-hold-text.js';
import { readUnitTask, type UnitTask } from '../usage/unit-task.js';
import type { ReadUnit } from '../usage/usage-part.js';

// What other threads can do. What goes to them and comes back is copied.

export interface JobTasks {
  readonly readUnit: UnitTask;
  readonly mayHoldText: ScanTask;
}

export interface JobResults {
  /** What a unit records, or why it can't be read. */
  readonly readUnit: ReadUnit | string;
  readonly mayHoldText: boolean;
}

export type JobName = keyof JobTasks & keyof JobResults;

export type Job<Task, Result> = (task: Task, signal?: AbortSignal) => Promise<Result>;

export const jobs: { readonly [Name in JobName]: Job<JobTasks[Name], JobResults[Name]> } = {
  readUnit: readUnitTask,
  mayHoldText,
};
