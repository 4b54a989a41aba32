import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { resolveBase } from '../git/resolve-base.js';
import type { StrategyState, TaskState } from '../log/run-state.js';
import type { TaskOutcome } from '../strategies/recorded-strategy.js';
import { conductTask } from '../task/conduct-task.js';
import { taskOutcome } from '../task/task-outcome.js';
import type { StrategyToConduct } from './conduct-strategy.js';
import { fingerprint } from './fingerprint.js';
import { type TaskNames, taskNames } from './names.js';
import type { RunContext } from './run-context.js';
import { fingerprinted, isCommandTask, type TaskInput } from './task-input.js';

export interface WantedTask {
  readonly key: string;
  readonly input: TaskInput;
  /** Aborted when the run stops, or the strategy is over. */
  readonly signal: AbortSignal;
}

/** Does one task. Undefined: it was interrupted, or nobody wants it any more. */
export async function performTask(
  run: RunContext,
  { strategy, state, onTask }: StrategyToConduct,
  { key, input, signal: wanted }: WantedTask,
): Promise<TaskOutcome | undefined> {
  const index = state.started.strategy;
  const names = namesOf(run, strategy.name, state, key);
  const found = await findBase(run, state, key, input);
  if (wanted.aborted) return undefined;
  if ('status' in found) return found;
  const task = state.tasks.get(key) ?? announce(run, state, key, input, names, found.commit);
  const canceled = new AbortController();
  const forget = onTask(key, () => canceled.abort('user'));
  const signal = AbortSignal.any([wanted, canceled.signal]);
  try {
    await conductTask(run, { strategy: index, key, input, names, state: task, signal });
  } finally {
    forget();
  }
  return taskOutcome(task, input, run.folders.stateDirectory);
}

export function namesOf(
  run: RunContext,
  name: string,
  { started }: StrategyState,
  key: string,
): TaskNames {
  const { strategy: strategyIndex, execution_id: strategyId = String(strategyIndex) } = started;
  return taskNames({ runId: run.id, strategyIndex, strategyId, key }, name);
}

/** The commit that a task begins from. It is found once; a task without one is refused. */
async function findBase(
  { git, repository, userConfig, base }: RunContext,
  { tasks }: StrategyState,
  key: string,
  input: TaskInput,
): Promise<{ readonly commit: string } | TaskOutcome> {
  const known = tasks.get(key)?.scheduled.base_commit;
  if (known !== undefined) return { commit: known };
  const asked = input.base ?? base.text;
  if (asked === base.text) return base;
  try {
    return await resolveBase(git, repository, { base: asked, userConfig });
  } catch (error) {
    return {
      status: 'failed',
      code: errorCode(error) ?? 'internal',
      message: errorMessage(error),
    };
  }
}

/** Writes a task into the log, with all that another process needs to do it. */
function announce(
  run: RunContext,
  state: StrategyState,
  key: string,
  input: TaskInput,
  { instanceId, branch }: TaskNames,
  commit: string,
): TaskState {
  run.log.append({
    type: 'task.scheduled',
    strategy: state.started.strategy,
    key,
    instance_id: instanceId,
    fingerprint: fingerprint(fingerprinted(input)),
    input,
    base_commit: commit,
    branch_planned: branch,
  });
  const task = state.tasks.get(key);
  if (task === undefined) throw new Error(`The log doesn't have the task ${key}.`);
  return task;
}

/** A task says which agent and model it is for, so that it is the same in a run with another default. */
export function withDefaults(run: RunContext, input: TaskInput): TaskInput {
  const base = input.base ?? run.base.text;
  if (isCommandTask(input)) return { ...input, base };
  const { agent = run.agent } = input;
  const model = input.model ?? (agent === run.agent ? run.model : undefined);
  return { ...input, base, agent, ...(model !== undefined && { model }) };
}
