import type { TaskState } from '../log/run-state.js';
import type { TaskNames } from '../run/names.js';
import type { TaskInput } from '../run/task-input.js';

/** A task that hasn't ended. */
export interface OpenTask {
  /** Which execution of the strategy asked for it. */
  readonly strategy: number;
  readonly key: string;
  readonly input: TaskInput;
  readonly names: TaskNames;
  /** The commit that it begins from. */
  readonly baseCommit: string;
  /** What the log says of it. */
  readonly state: TaskState;
  /** Aborted when the task is canceled, or the run stops. */
  readonly signal: AbortSignal;
}
