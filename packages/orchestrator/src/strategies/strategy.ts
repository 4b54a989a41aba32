import type { z } from 'zod';
import type { TaskInput } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';
import type { TaskFailed } from './strategy-errors.js';

/** What a strategy is to do. */
export interface StrategyInput<Params = Readonly<Record<string, unknown>>> {
  readonly prompt: string;
  /** As the user wrote it: a branch, a tag, a commit, `HEAD`. */
  readonly base: string;
  readonly params: Params;
}

/**
 * How tasks become a result. A strategy is a plain function. After a resume it is called again from its
 * beginning: what it asked for then is answered from the log. So it has to ask for the same again, and
 * must decide by nothing but its input, the results, and `ctx.rand()` and `ctx.now()`.
 */
export type StrategyFunction<Params = Readonly<Record<string, unknown>>> = (
  ctx: StrategyContext,
  input: StrategyInput<Params>,
) => Promise<unknown>;

export interface Strategy<Params = Readonly<Record<string, unknown>>> {
  readonly name: string;
  readonly params: z.ZodType<Params>;
  readonly run: StrategyFunction<Params>;
}

/** A task that was asked for. */
export interface TaskHandle {
  readonly key: string;
}

export interface RunTaskOptions {
  /** Its name inside the strategy, for good. `ctx.key(...)` makes one of any texts. */
  readonly key: string;
}

export interface SelectOptions {
  readonly reason: string;
  /** The best first. */
  readonly ranking?: readonly TaskResult[];
}

export interface WaitAllOptions {
  /** Gives those that failed instead of throwing. Default: false. */
  readonly tolerateFailures?: boolean;
}

export interface TaskResults {
  readonly ok: readonly TaskResult[];
  readonly failed: readonly TaskFailed[];
}

/** What a command said of a task's result. */
export interface VerifyResult {
  readonly passed: boolean;
  /** Null: it didn't get so far, as `output` says. */
  readonly exitCode: number | null;
  /** The end of what it printed. */
  readonly output: string;
  readonly durationMs: number;
}

/** What a strategy can do. */
export interface StrategyContext {
  /** Asks for a task. It starts as soon as there is room. */
  run(task: TaskInput, options: RunTaskOptions): Promise<TaskHandle>;
  /** Throws `TaskFailed`. */
  wait(task: TaskHandle): Promise<TaskResult>;
  /** All of them, in this order. Throws `AggregateTaskFailed` when any failed. */
  waitAll(tasks: readonly TaskHandle[], options?: WaitAllOptions): Promise<TaskResults>;
  /** The first that succeeds. Throws `AggregateTaskFailed` when none did. */
  waitAny(tasks: readonly TaskHandle[]): Promise<TaskResult>;
  /**
   * Runs a command on a fresh checkout of what a task left: not in the folder with the agent's leftovers,
   * and without a door to a model. Its key is that of the task and `verify`.
   */
  verify(result: TaskResult, command: string): Promise<VerifyResult>;
  /** A key of any texts and numbers, below the scope. */
  key(...parts: readonly (string | number)[]): string;
  /** The same context, for tasks whose keys begin with `prefix/`. */
  scope(prefix: string): StrategyContext;
  /** A number from 0 to 1, the same after a resume. */
  rand(): number;
  /** Milliseconds since 1970, the same after a resume. */
  now(): number;
  /** Waits. What has passed of it before a resume isn't waited for again. */
  sleep(seconds: number): Promise<void>;
  /** Notes something in the log of the run. */
  emit(name: string, value: unknown): void;
  /** Names the winner: in the log, and as a ref. */
  select(winner: TaskResult, options: SelectOptions): TaskResult;
  /** A line for people. */
  log(text: string): void;
  /** The agents that have access to a model in this run, the default first. */
  readonly agents: readonly string[];
  /** Aborted when the run stops, or the strategy is over. */
  readonly signal: AbortSignal;
}

/**
 * Gives a strategy a name and a schema for its parameters (`-S name=value`).
 *
 * @example
 * export default defineStrategy({
 *   name: 'plan-build',
 *   params: z.object({ parts: z.coerce.number().default(3) }),
 *   async run(ctx, { prompt, base, params }) { … },
 * });
 */
export function defineStrategy<Params>(strategy: Strategy<Params>): Strategy<Params> {
  return strategy;
}
