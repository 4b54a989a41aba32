import type { StrategyState } from '../log/run-state.js';
import type { AnyStrategy } from '../strategies/built-in-strategies.js';
import type { StrategyRecord } from '../strategies/create-context.js';
import type { RecordedStrategy, RecordedTask } from '../strategies/recorded-strategy.js';
import { clearWorkspace } from '../task/publish-task.js';
import { taskOutcome } from '../task/task-outcome.js';
import { namesOf } from './perform-task.js';
import type { RunContext } from './run-context.js';
import { parseTaskInput } from './task-input.js';

/** What the log has of a strategy that is called again. Rejects where the answer of a task is gone. */
export async function recordedStrategy(
  run: RunContext,
  { name }: AnyStrategy,
  state: StrategyState,
): Promise<RecordedStrategy> {
  const tasks = new Map<string, RecordedTask>();
  for (const [key, task] of state.tasks) {
    const input = parseTaskInput(key, task.scheduled.input);
    // A process that was killed right behind the end of a task has left its workspace.
    if (task.end !== undefined) {
      await clearWorkspace(run, namesOf(run, name, state, key).folder, input).catch(() => {});
    }
    const outcome = await taskOutcome(task, input, run.folders.stateDirectory);
    tasks.set(key, {
      input,
      fingerprint: task.scheduled.fingerprint,
      ...(outcome !== undefined && { outcome }),
    });
  }
  const { ended, rand, now, sleeps, notes, selected, isRetried } = state;
  return {
    tasks,
    ended,
    rand: [...rand],
    now: [...now],
    sleeps: [...sleeps],
    notes,
    ...(selected !== undefined && { selected: selected.key }),
    ...(isRetried !== undefined && { isRetried }),
  };
}

/** What a strategy says, as the log has it. */
export function eventOf(strategy: number, state: StrategyState, record: StrategyRecord) {
  switch (record.kind) {
    case 'rand':
      return {
        type: 'strategy.rand' as const,
        strategy,
        draw: state.rand.length + 1,
        value: record.value,
      };
    case 'now':
      return {
        type: 'strategy.now' as const,
        strategy,
        draw: state.now.length + 1,
        value: record.value,
      };
    case 'sleep':
      return {
        type: 'strategy.sleep' as const,
        strategy,
        draw: state.sleeps.length + 1,
        until: record.value,
      };
    case 'woke':
      return { type: 'strategy.woke' as const, strategy, draw: record.value };
    case 'note':
      return { type: 'strategy.note' as const, strategy, name: record.name, value: record.value };
    case 'selected': {
      const { winner, reason, ranking } = record;
      return {
        type: 'strategy.selected' as const,
        strategy,
        key: winner.key,
        reason,
        commit: winner.commit,
        ...(winner.branch !== null && { branch: winner.branch }),
        ranking: ranking.map(({ key }) => ({ key })),
      };
    }
  }
}
