import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { AnyStrategy } from '../strategies/built-in-strategies.js';
import { conductStrategy, type OnTask } from './conduct-strategy.js';
import type { RunContext } from './run-context.js';
import { runOutcome } from './run-outcome.js';

export interface RunToConduct {
  readonly strategy: AnyStrategy;
  readonly prompt: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly agents: readonly string[];
  readonly onTask: OnTask;
}

/**
 * Executes the strategy of a run as often as was asked for, all executions at once, and writes how the
 * run ended. Rejects where the log can't be written.
 */
export async function conductRun(run: RunContext, options: RunToConduct): Promise<void> {
  const { state } = run.log;
  const { started } = state;
  if (started === undefined) throw new Error('The run has not been started.');
  const { parameters, executions = 1 } = started;
  for (let index = 1; index <= executions; index += 1) {
    if (state.strategies.has(index)) continue;
    const { name } = options.strategy;
    const named = { strategy: index, execution_id: randomUUID(), name, parameters };
    run.log.append({ type: 'strategy.started', ...named });
  }
  const all = [...state.strategies.values()];
  const conducted = all.map((one) => conductStrategy(run, { ...options, state: one }));
  // One that can't go on ends the others, too: nothing of the run is at work when this settles.
  for (const one of conducted) one.catch(() => run.stop('The run could not go on.'));
  await Promise.allSettled(conducted);
  await Promise.all(conducted);
  if (run.signal.aborted) {
    run.log.append({ type: 'run.interrupted', reason: String(run.signal.reason) });
  } else {
    run.log.append({ type: 'run.completed', ...runOutcome(state) });
  }
  await run.log.sync();
}

/** How many tasks are at work at once, where nobody says: agents mostly wait for their models. */
export function defaultParallel(): number {
  return Math.max(2, Math.min(20, availableParallelism()));
}
