import type { RunState } from './run-state.js';

/**
 * How a run stands: `running` while a process holds it, `interrupted` or `crashed` when it can be resumed,
 * else how it ended.
 */
export type RunStatus = 'running' | 'interrupted' | 'crashed' | 'success' | 'partial' | 'failed';

export function runStatus(state: RunState, isHeld: boolean): RunStatus {
  if (isHeld) return 'running';
  if (state.completed !== undefined) return state.completed.status;
  return state.interrupted === undefined ? 'crashed' : 'interrupted';
}

export interface TaskCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
}

export function countTasks(state: RunState): TaskCounts {
  const tasks = [...state.strategies.values()].flatMap(({ tasks }) => [...tasks.values()]);
  const of = (type: string): number => tasks.filter(({ end }) => end?.type === type).length;
  return {
    total: tasks.length,
    completed: of('task.completed'),
    failed: of('task.failed'),
    canceled: of('task.canceled'),
  };
}
