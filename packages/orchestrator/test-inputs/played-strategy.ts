import type { TaskInput } from '../src/run/task-input.js';
import { createContext, type StrategyRecord } from '../src/strategies/create-context.js';
import { NOTHING_RECORDED, type TaskOutcome } from '../src/strategies/recorded-strategy.js';
import type { Strategy } from '../src/strategies/strategy.js';

export interface PlayedStrategy {
  readonly selected: Extract<StrategyRecord, { kind: 'selected' }> | undefined;
  /** What was asked for, by its key. */
  readonly asked: ReadonlyMap<string, TaskInput>;
}

/** Calls a strategy whose tasks end at once, as is said. Rejects as the strategy does. */
export async function playStrategy<Params>(
  strategy: Strategy<Params>,
  given: Readonly<Record<string, unknown>>,
  outcomeOf: (key: string, input: TaskInput) => TaskOutcome,
): Promise<PlayedStrategy> {
  const asked = new Map<string, TaskInput>();
  let selected: PlayedStrategy['selected'];
  const { context } = createContext({
    recorded: { ...NOTHING_RECORDED, ended: [] },
    withDefaults: (input) => ({ agent: 'codex', ...input }),
    async schedule(key, input) {
      asked.set(key, input);
      return outcomeOf(key, input);
    },
    record(entry) {
      if (entry.kind === 'selected') selected = entry;
    },
    agents: ['codex'],
    signal: new AbortController().signal,
  });
  const params = strategy.params.parse(given);
  await strategy.run(context, { prompt: 'Do it.', base: 'main', params });
  return { selected, asked };
}
