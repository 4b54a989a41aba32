import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { StrategyState } from '../log/run-state.js';
import type { AnyStrategy } from '../strategies/built-in-strategies.js';
import { createContext } from '../strategies/create-context.js';
import type { TaskOutcome } from '../strategies/recorded-strategy.js';
import { TaskInterrupted } from '../task/conduct-task.js';
import { keepWinner } from './keep-winner.js';
import { performTask, withDefaults } from './perform-task.js';
import type { RunContext } from './run-context.js';
import { eventOf, recordedStrategy } from './strategy-log.js';
import type { TaskInput } from './task-input.js';

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
  /** The log can't be written: tasks are interrupted then, and nothing is said to have failed. */
  let breakOff = (_error: unknown): void => {};
  const broken = new Promise<never>((_resolve, reject) => {
    breakOff = (error) => {
      run.stop('The run could not go on.');
      reject(error);
    };
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
          try {
            run.log.append(eventOf(index, state, record));
          } catch (error) {
            if (errorCode(error) !== 'invalid_event') breakOff(error);
            throw error;
          }
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
      const work = performTask(run, options, { key, input, signal }).then(
        (outcome) => {
          if (outcome !== undefined) resolve(outcome);
        },
        (error: unknown) => {
          if (!(error instanceof TaskInterrupted)) breakOff(error);
        },
      );
      working.add(work);
    });
  }
}
