import type { EventByType, JournaledEvent } from '@dragoman/protocol';
import type { EventsOptions } from '@dragoman/runtime';
import type { RunStatus } from '../log/run-summary.js';

/** How a run ended, or that it stopped before that. */
export interface RunOutcome {
  readonly status: RunStatus;
  /** What a command that conducted it exits with. */
  readonly exitCode: number;
  readonly winners: EventByType['run.completed']['winners'];
  readonly completed?: EventByType['run.completed'] | undefined;
  /** Why the process that conducted it could not go on. */
  readonly failure?: string | undefined;
}

/** A strategy over tasks, until its end. It mirrors `Turn`. */
export interface Run {
  readonly id: string;
  /** Where its log is. Another process opens the run with its id. */
  readonly directory: string;
  /** All events of its log, those to come included. What an agent says is in the journals of its turns. */
  events(options?: EventsOptions): AsyncIterable<JournaledEvent>;
  /** How it ended, or that it was interrupted. Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  /** Interrupts it: agents are asked to stop, and the run can be resumed. Resolves when nothing of it runs. */
  stop(reason?: string): Promise<void>;
  /** Interrupts it as well, and its agents get no time to stop by themselves. */
  kill(): Promise<void>;
  /** Ends one task for good. Says whether there was one at work. */
  cancel(key: string): boolean;
}
