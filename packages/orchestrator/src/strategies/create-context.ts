import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { sleepName } from '../log/run-state.js';
import { differingFields, fingerprint } from '../run/fingerprint.js';
import { fingerprinted, parseTaskInput, type TaskInput } from '../run/task-input.js';
import { checkTaskKey, taskKey } from '../run/task-key.js';
import type { TaskResult } from '../run/task-result.js';
import { fewerValues, neverAskedAgain, otherWinner } from './drift.js';
import type { RecordedStrategy, RecordedTask, TaskOutcome } from './recorded-strategy.js';
import { createRecordedValues } from './recorded-values.js';
import { createReplayOrder } from './replay-order.js';
import type { StrategyContext, TaskHandle } from './strategy.js';
import { AggregateTaskFailed, KeyConflict, TaskFailed } from './strategy-errors.js';

/** What a strategy says, for the log of its run. */
export type StrategyRecord =
  | { readonly kind: 'rand' | 'now' | 'sleep' | 'woke'; readonly value: number }
  | { readonly kind: 'note'; readonly name: string; readonly value: unknown }
  | {
      readonly kind: 'selected';
      readonly winner: TaskResult;
      readonly reason: string;
      readonly ranking: readonly TaskResult[];
    };

export interface ContextOptions {
  readonly recorded: RecordedStrategy;
  /** Adds what the run decides, where a task doesn't say it. */
  readonly withDefaults: (input: TaskInput) => TaskInput;
  /** Starts a task that hasn't ended, new or interrupted. Never rejects. */
  readonly schedule: (key: string, input: TaskInput) => Promise<TaskOutcome>;
  readonly record: (record: StrategyRecord) => void;
  readonly agents: readonly string[];
  readonly signal: AbortSignal;
}

export interface OpenContext {
  readonly context: StrategyContext;
  /** Throws `StrategyDrift` where the strategy didn't ask for all that it asked for before. */
  checkDone(): void;
}

/** A task that the strategy has asked for since it was called. */
interface AskedTask extends Omit<RecordedTask, 'outcome'> {
  readonly outcome: Promise<TaskOutcome>;
}

/** The `ctx` of a strategy: what it asked for before is answered from the log, everything else is done. */
export function createContext(options: ContextOptions): OpenContext {
  const { recorded, withDefaults, schedule, record, agents, signal } = options;
  const asked = new Map<string, AskedTask>();
  const order = createReplayOrder(recorded.ended);
  const rand = createRecordedValues(recorded.rand, (value) => record({ kind: 'rand', value }));
  const now = createRecordedValues(recorded.now, (value) => record({ kind: 'now', value }));
  const sleeps = createRecordedValues(recorded.sleeps, (value) => record({ kind: 'sleep', value }));
  let notes = 0;
  let sleepCount = 0;
  let selected: string | undefined;

  const outcomeOf = async (key: string, input: TaskInput): Promise<TaskOutcome> => {
    const outcome = recorded.tasks.get(key)?.outcome ?? (await schedule(key, input));
    await order.turnOf(key);
    return outcome;
  };

  const ask = (key: string, given: unknown): TaskHandle => {
    checkTaskKey(key);
    signal.throwIfAborted();
    const input = withDefaults(parseTaskInput(key, given));
    const print = fingerprint(fingerprinted(input));
    const before = asked.get(key) ?? recorded.tasks.get(key);
    if (before !== undefined && before.fingerprint !== print)
      throw conflict(key, before.input, input);
    if (!asked.has(key)) {
      asked.set(key, { input, fingerprint: print, outcome: outcomeOf(key, input) });
    }
    return { key };
  };

  const outcomeOfAsked = ({ key }: TaskHandle): Promise<TaskOutcome> => {
    const task = asked.get(key);
    if (task === undefined) throw notAsked(key);
    return task.outcome;
  };

  const wait = async (task: TaskHandle): Promise<TaskResult> => {
    const { key } = task;
    const outcome = await outcomeOfAsked(task);
    if (outcome.status === 'completed') return outcome.result;
    throw new TaskFailed(key, outcome.code, outcome.message);
  };

  const settle = async (tasks: readonly TaskHandle[]) => {
    const settled = await Promise.allSettled(tasks.map(wait));
    const ok = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const failed = reasons.filter((reason) => reason instanceof TaskFailed);
    // What isn't the failure of a task is a mistake of the strategy.
    const [mistake] = reasons.filter((reason) => !(reason instanceof TaskFailed));
    if (mistake !== undefined) throw mistake;
    return { ok, failed };
  };

  const waitAll: StrategyContext['waitAll'] = async (tasks, { tolerateFailures = false } = {}) => {
    const results = await settle(tasks);
    if (results.failed.length > 0 && !tolerateFailures)
      throw new AggregateTaskFailed(results.failed);
    return results;
  };

  const waitAny: StrategyContext['waitAny'] = async (tasks) => {
    try {
      return await Promise.any(tasks.map(wait));
    } catch {
      throw new AggregateTaskFailed((await settle(tasks)).failed);
    }
  };

  const verify: StrategyContext['verify'] = async (result, command) => {
    const task = { command, base: result.commit, import: 'never' as const };
    const outcome = await outcomeOfAsked(ask(`${result.key}/verify`, task));
    if (outcome.status !== 'completed') {
      return { passed: false, exitCode: null, output: outcome.message, durationMs: 0 };
    }
    const { exitCode, finalMessage: output, durationMs } = outcome.result;
    return { passed: exitCode === 0, exitCode, output, durationMs };
  };

  const sleep: StrategyContext['sleep'] = async (seconds) => {
    const until = sleeps.next(() => Date.now() + seconds * 1000);
    sleepCount += 1;
    const count = sleepCount;
    const name = sleepName(count);
    if (!recorded.ended.includes(name)) {
      await delay(Math.max(0, until - Date.now()), undefined, { signal });
      record({ kind: 'woke', value: count });
    }
    await order.turnOf(name);
  };

  const note = (name: string, value: unknown): void => {
    notes += 1;
    if (notes > recorded.notes) record({ kind: 'note', name, value });
  };

  const select: StrategyContext['select'] = (winner, { reason, ranking = [] }) => {
    if (selected !== undefined && selected !== winner.key)
      throw selectedTwice(selected, winner.key);
    if (selected === undefined && recorded.selected === undefined) {
      record({ kind: 'selected', winner, reason, ranking });
    } else if (recorded.selected !== undefined && recorded.selected !== winner.key) {
      throw otherWinner(recorded.selected, winner.key);
    }
    selected = winner.key;
    return winner;
  };

  const contextOf = (prefix: readonly string[]): StrategyContext => ({
    agents,
    signal,
    key: (...parts) => taskKey(...prefix, ...parts),
    scope: (name) => contextOf([...prefix, name]),
    run: handled(async (task, { key }) => ask(key, task)),
    wait: handled(wait),
    waitAll: handled(waitAll),
    waitAny: handled(waitAny),
    verify: handled(verify),
    rand: () => rand.next(Math.random),
    now: () => now.next(Date.now),
    sleep: handled(sleep),
    emit: note,
    log: (text) => note('log', text),
    select,
  });

  return {
    context: contextOf([]),
    checkDone() {
      const missing = [...recorded.tasks.keys()].find((key) => !asked.has(key));
      if (missing !== undefined) throw neverAskedAgain(missing);
      if (rand.left > 0 || now.left > 0) throw fewerValues();
    },
  };
}

/** What a strategy doesn't wait for, or not yet, may fail without ending the process. */
function handled<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return (...given) => {
    const result = work(...given);
    result.catch(() => {});
    return result;
  };
}

function conflict(key: string, before: TaskInput, input: TaskInput): KeyConflict {
  return new KeyConflict(key, differingFields(fingerprinted(before), fingerprinted(input)));
}

function notAsked(key: string): DragomanError {
  return new DragomanError(
    'invalid_request',
    `The strategy waits for the task ${key}, which it hasn't asked for: \`await ctx.run(…)\` gives what can be waited for.`,
  );
}

function selectedTwice(first: string, second: string): DragomanError {
  return new DragomanError(
    'invalid_request',
    `The strategy selected ${first}, and then ${second}: there is one winner.`,
  );
}
