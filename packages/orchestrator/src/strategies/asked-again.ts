import type { z } from 'zod';
import type { AgentTask } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';
import type { StrategyContext } from './strategy.js';
import { TaskFailed } from './strategy-errors.js';

/** The answer of a task, in the form that was asked for. */
export interface Answer<Value> {
  readonly value: Value;
  readonly result: TaskResult;
}

/**
 * Asks an agent for an answer in a form, and asks again where what came isn't in it. Undefined: no
 * attempt gave one.
 *
 * @param retries how often it is asked again
 */
export async function askedAgain<Value>(
  ctx: StrategyContext,
  task: AgentTask,
  schema: z.ZodType<Value>,
  retries: number,
): Promise<Answer<Value> | undefined> {
  for (let attempt = 1; attempt <= retries + 1; attempt += 1) {
    const result = await attemptOf(ctx, task, attempt);
    const parsed = schema.safeParse(result?.structured);
    if (result !== undefined && parsed.success) return { value: parsed.data, result };
  }
  return undefined;
}

async function attemptOf(
  ctx: StrategyContext,
  task: AgentTask,
  attempt: number,
): Promise<TaskResult | undefined> {
  const asked = await ctx.run(task, { key: ctx.key(`attempt-${attempt}`) });
  return ctx.wait(asked).catch(unlessTaskFailed);
}

/** A task that failed gave nothing; any other error is a mistake, and goes on. */
export function unlessTaskFailed(error: unknown): undefined {
  if (!(error instanceof TaskFailed)) throw error;
  return undefined;
}
