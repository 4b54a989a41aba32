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
  const known = state.tasks.get(key);
  const base = known?.scheduled.base_commit ?? (await findBase(run, input));
  if (wanted.aborted) return undefined;
  if (typeof base !== 'string') return refuse(run, announce(run, state, key, input, names), base);
  // One that had no base, and is tried again, is announced with it.
  const hasBase = known?.scheduled.base_commit !== undefined;
  const task = hasBase ? known : announce(run, state, key, input, names, base);
  const canceled = new AbortController();
  const forget = onTask(key, () => canceled.abort('user'));
  const signal = AbortSignal.any([wanted, canceled.signal]);
  try {
    const identity = { strategy: index, key, input, names, baseCommit: base };
    await conductTask(run, { ...identity, state: task, signal });
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

interface MissingBase {
  readonly code: string;
  readonly message: string;
}

/** The commit that a task begins from. It is found once. */
async function findBase(
  { git, repository, userConfig, base }: RunContext,
  input: TaskInput,
): Promise<string | MissingBase> {
  const asked = input.base ?? base.text;
  if (asked === base.text) return base.commit;
  try {
    return (await resolveBase(git, repository, { base: asked, userConfig })).commit;
  } catch (error) {
    return { code: errorCode(error) ?? 'internal', message: errorMessage(error) };
  }
}

/** A task that can't begin has its end in the log, too: a strategy that is called again hears the same. */
async function refuse(
  run: RunContext,
  { scheduled: { strategy, key } }: TaskState,
  why: MissingBase,
): Promise<TaskOutcome> {
  run.log.append({ type: 'task.failed', strategy, key, ...why, attempts: 0 });
  await run.log.sync();
  return { status: 'failed', ...why };
}

/** Writes a task into the log, with all that another process needs to do it. */
function announce(
  run: RunContext,
  state: StrategyState,
  key: string,
  input: TaskInput,
  { instanceId, branch }: TaskNames,
  commit?: string,
): TaskState {
  run.log.append({
    type: 'task.scheduled',
    strategy: state.started.strategy,
    key,
    instance_id: instanceId,
    fingerprint: fingerprint(fingerprinted(input)),
    input,
    ...(commit !== undefined && { base_commit: commit }),
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
