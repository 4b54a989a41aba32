import type { TaskInput } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';

/** How a task ended. */
export type TaskOutcome =
  | { readonly status: 'completed'; readonly result: TaskResult }
  | { readonly status: 'failed' | 'canceled'; readonly code: string; readonly message: string };

export interface RecordedTask {
  readonly input: TaskInput;
  /** Of the input as it was: in the log what looks like a secret is left out. */
  readonly fingerprint: string;
  /** Absent: it was interrupted. */
  readonly outcome?: TaskOutcome;
}

/** What the log has of a strategy from before it was resumed. */
export interface RecordedStrategy {
  readonly tasks: ReadonlyMap<string, RecordedTask>;
  /**
   * The keys of tasks that ended, and the names of sleeps that were over, in the order of the log. It grows
   * with the log: what happens from now on is handed over in its order, too.
   */
  readonly ended: readonly string[];
  readonly rand: readonly number[];
  readonly now: readonly number[];
  /** Until when it slept, each time. */
  readonly sleeps: readonly number[];
  /** How many notes it made. */
  readonly notes: number;
  /** The key of the winner. */
  readonly selected?: string;
  /** What failed was tried again: the strategy may take another way than before. */
  readonly isRetried?: boolean;
}

export const NOTHING_RECORDED: RecordedStrategy = {
  tasks: new Map(),
  ended: [],
  rand: [],
  now: [],
  sleeps: [],
  notes: 0,
};
