import { addUsageFigures, type EventByType, type UsageFigures } from '@dragoman/protocol';
import type { RunState, StrategyState } from '../log/run-state.js';
import { countTasks } from '../log/run-summary.js';

/** What a run came to, by the strategies that it executed. */
export function runOutcome(
  state: RunState,
): Omit<EventByType['run.completed'], 'type' | 'seq' | 'ts'> {
  const strategies = [...state.strategies.values()];
  const succeeded = strategies.filter(({ completed }) => completed?.status === 'success');
  const isSuccess = succeeded.length === strategies.length;
  const { completed, failed, canceled } = countTasks(state);
  return {
    status: isSuccess ? 'success' : succeeded.length > 0 ? 'partial' : 'failed',
    exit_code: isSuccess ? 0 : EXIT_FAILURES,
    tasks: { completed, failed, canceled },
    winners: succeeded.flatMap(winnerOf),
    usage: usageOf(strategies),
  };
}

/** It ran to its end, and not all of it succeeded. */
const EXIT_FAILURES = 3;

function winnerOf({ selected }: StrategyState) {
  if (selected === undefined) return [];
  const { strategy, key, branch, commit } = selected;
  return [{ strategy, key, ...(branch && { branch }), ...(commit && { commit }) }];
}

/** Null: nobody knows what any of its turns used. */
function usageOf(strategies: readonly StrategyState[]): UsageFigures | null {
  const tasks = strategies.flatMap(({ tasks }) => [...tasks.values()]);
  return tasks.reduce<UsageFigures | null>(
    (sum, { end }) => (end?.usage ? addUsageFigures(sum ?? undefined, end.usage) : sum),
    null,
  );
}
