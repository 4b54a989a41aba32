import { DragomanError } from '@dragoman/protocol';
import type { TaskState } from '../log/run-state.js';
import { isCommandTask, type TaskInput } from '../run/task-input.js';
import type { TaskResult } from '../run/task-result.js';
import type { TaskOutcome } from '../strategies/recorded-strategy.js';
import { NOTHING_SAID, readAnswer } from './read-answer.js';
import { answeringTurn } from './task-turns.js';

/**
 * How a task ended, for its strategy: from the log of the run and the journal of the task's last turn,
 * the same in whatever process.
 */
export async function taskOutcome(
  { scheduled, end, turns }: TaskState,
  input: TaskInput,
  stateDirectory: string,
): Promise<TaskOutcome | undefined> {
  if (end === undefined) return undefined;
  if (end.type === 'task.failed') return { status: 'failed', code: end.code, message: end.message };
  if (end.type === 'task.canceled') {
    const message = end.reason ?? `It was canceled by the ${end.by}.`;
    return { status: 'canceled', code: 'canceled', message };
  }
  const turn = answeringTurn({ turns }, stateDirectory);
  if (turn === undefined && turns.length > 0) throw answerGone(scheduled.key);
  const { problem: _problem, ...said } =
    turn === undefined ? NOTHING_SAID : await readAnswer(stateDirectory, turn.id, input);
  const { artifact, stats, usage = null } = end;
  const base = artifact?.base_commit ?? scheduled.base_commit ?? '';
  const result: TaskResult = {
    key: scheduled.key,
    agent: isCommandTask(input) ? null : (input.agent ?? null),
    model: isCommandTask(input) ? null : (input.model ?? null),
    branch: artifact?.branch ?? null,
    baseCommit: base,
    commit: artifact?.commit ?? base,
    hasChanges: artifact?.has_changes ?? false,
    stats: {
      commits: stats?.commits ?? 0,
      files: stats?.files ?? 0,
      insertions: stats?.added ?? 0,
      deletions: stats?.removed ?? 0,
    },
    sessionId: end.session_id ?? null,
    usage,
    costUsd: usage?.cost_usd ?? null,
    durationMs: end.duration_ms ?? 0,
    warnings: end.warnings ?? [],
    ...said,
  };
  return { status: 'completed', result };
}

/** Without it a strategy would take another way than before. */
function answerGone(key: string): DragomanError {
  return new DragomanError(
    'journal_missing',
    `The turns of the task ${key} were removed, and with them its answer: the run can't go on.`,
  );
}
