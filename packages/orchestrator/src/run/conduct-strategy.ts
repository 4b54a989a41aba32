import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import { resolveBase } from '../git/resolve-base.js';
import type { StrategyState, TaskState } from '../log/run-state.js';
import type { AnyStrategy } from '../strategies/built-in-strategies.js';
import { createContext, type StrategyRecord } from '../strategies/create-context.js';
import type {
  RecordedStrategy,
  RecordedTask,
  TaskOutcome,
} from '../strategies/recorded-strategy.js';
import { conductTask, TaskInterrupted } from '../task/conduct-task.js';
import { clearWorkspace } from '../task/publish-task.js';
import { taskOutcome } from '../task/task-outcome.js';
import { fingerprint } from './fingerprint.js';
import { keepWinner } from './keep-winner.js';
import { type TaskNames, taskNames } from './names.js';
import type { RunContext } from './run-context.js';
import { fingerprinted, isCommandTask, parseTaskInput, type TaskInput } from './task-input.js';

export interface StrategyToConduct {
  readonly strategy: AnyStrategy;
  /** As they were given: in the log what looks like a secret is left out. */
  readonly prompt: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly state: StrategyState;
  readonly agents: readonly string[];
  /** Gets what ends a task that is at work. To be called back when it isn't any more. */
  readonly onTask: OnTask;
}

export type OnTask = (key: string, cancel: () => void) => () => void;

/**
 * Calls a strategy, from its beginning, and does what it asks for and what isn't done yet. Writes how it
 * ended into the log; a strategy that the run's end interrupts isn't over. Rejects where the log can't be
 * written or read.
 */
export async function conductStrategy(run: RunContext, options: StrategyToConduct): Promise<void> {
  const { strategy, prompt, parameters: params, state, agents } = options;
  const { strategy: index } = state.started;
  if (state.completed !== undefined) return;
  const recorded = await recordedStrategy(run, strategy, state);
  const interrupted = new Promise<void>((resolve) => {
    run.signal.addEventListener('abort', () => resolve(), { once: true });
    if (run.signal.aborted) resolve();
  });
  let breakOff = (_error: unknown): void => {};
  const broken = new Promise<never>((_resolve, reject) => {
    breakOff = reject;
  });
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, over.signal]);
  const working = new Set<Promise<void>>();
  const end = await Promise.race([play(), interrupted, broken]).finally(async () => {
    // What a strategy has no more use for is ended with it, and it gets nothing new.
    over.abort('strategy');
    await Promise.all(working);
  });
  if (end === undefined || run.signal.aborted) return;
  if (end.status === 'success') {
    await keepWinner(run, state).catch((error: unknown) => {
      const value = `What was selected has no ref: ${errorMessage(error)}`;
      run.log.append({ type: 'strategy.note', strategy: index, name: 'log', value });
    });
  }
  run.log.append({ type: 'strategy.completed', strategy: index, ...end });
  await run.log.sync();

  async function play() {
    try {
      const { context, checkDone } = createContext({
        recorded,
        withDefaults: (input) => withDefaults(run, input),
        schedule: (key, input) => schedule(key, input),
        record(record) {
          // What it says when it is over, or the run stops, would be missing when it is called again.
          signal.throwIfAborted();
          run.log.append(eventOf(index, state, record));
        },
        agents,
        signal,
      });
      await strategy.run(context, { prompt, base: run.base.text, params });
      checkDone();
      const selected = state.selected?.key;
      return {
        status: 'success' as const,
        ...(selected !== undefined && { result_keys: [selected] }),
      };
    } catch (error) {
      const code = errorCode(error) ?? 'strategy_failed';
      return { status: 'failed' as const, code, reason: errorMessage(error) };
    }
  }

  /** Settles when the task has ended. While it is interrupted, nobody waits for it any more. */
  function schedule(key: string, input: TaskInput): Promise<TaskOutcome> {
    return new Promise((resolve) => {
      const work = perform(run, options, { key, input, signal }).then(
        (outcome) => {
          if (outcome !== undefined) resolve(outcome);
        },
        (error: unknown) => {
          if (error instanceof TaskInterrupted) return;
          // The log can't be written: other tasks are interrupted, and not canceled.
          run.stop('The run could not go on.');
          breakOff(error);
        },
      );
      working.add(work);
    });
  }
}

interface WantedTask {
  readonly key: string;
  readonly input: TaskInput;
  /** Aborted when the run stops, or the strategy is over. */
  readonly signal: AbortSignal;
}

/** Does one task. Undefined: it was interrupted, or nobody wants it any more. */
async function perform(
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

function namesOf(
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
function withDefaults(run: RunContext, input: TaskInput): TaskInput {
  const base = input.base ?? run.base.text;
  if (isCommandTask(input)) return { ...input, base };
  const { agent = run.agent } = input;
  const model = input.model ?? (agent === run.agent ? run.model : undefined);
  return { ...input, base, agent, ...(model !== undefined && { model }) };
}

async function recordedStrategy(
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
function eventOf(strategy: number, state: StrategyState, record: StrategyRecord) {
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
