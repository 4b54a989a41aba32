import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taskResult } from '../../test-inputs/task-result.js';
import { sleepName } from '../log/run-state.js';
import { fingerprint } from '../run/fingerprint.js';
import { fingerprinted, type TaskInput } from '../run/task-input.js';
import { createContext, type StrategyRecord } from './create-context.js';
import {
  NOTHING_RECORDED,
  type RecordedStrategy,
  type RecordedTask,
  type TaskOutcome,
} from './recorded-strategy.js';
import type { StrategyContext } from './strategy.js';
import { KeyConflict, StrategyDrift } from './strategy-errors.js';

/** A run that is cut off after so many things were written to its log, as a kill does it. */
interface Life {
  readonly recorded: RecordedStrategy;
  readonly selected: string | undefined;
  readonly scheduled: readonly string[];
}

/** Calls a strategy until it ends, or until so many entries are in its log. */
async function live(
  strategy: (ctx: StrategyContext) => Promise<unknown>,
  before: RecordedStrategy,
  random: () => number,
  entries = Number.POSITIVE_INFINITY,
): Promise<Life> {
  const tasks = new Map<string, RecordedTask>(before.tasks);
  const ended = [...before.ended];
  const values = { rand: [...before.rand], now: [...before.now], sleep: [...before.sleeps] };
  const scheduled: string[] = [];
  let { notes, selected } = before;
  let left = entries;
  let kill = (): void => {};
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const write = (entry: () => void): boolean => {
    if (left <= 0) return false;
    left -= 1;
    entry();
    if (left <= 0) kill();
    return true;
  };

  const schedule = async (key: string, input: TaskInput): Promise<TaskOutcome> => {
    const print = fingerprint(fingerprinted(input));
    if (!tasks.has(key) && !write(() => tasks.set(key, { input, fingerprint: print })))
      return new Promise(() => {});
    scheduled.push(key);
    await new Promise((resolve) => setTimeout(resolve, random() * 3));
    const outcome: TaskOutcome = { status: 'completed', result: taskResult({ key }) };
    const isWritten = write(() => {
      tasks.set(key, { input, fingerprint: print, outcome });
      ended.push(key);
    });
    // Its answer is read from the journal of its turn, which takes long for a long one.
    await new Promise((resolve) => setTimeout(resolve, random() * 3));
    return isWritten ? outcome : new Promise(() => {});
  };
  const record = (entry: StrategyRecord): void => {
    write(() => {
      if (entry.kind === 'note') notes += 1;
      else if (entry.kind === 'selected') selected = entry.winner.key;
      else if (entry.kind === 'woke') ended.push(sleepName(entry.value));
      else values[entry.kind].push(entry.value);
    });
  };

  const { context, checkDone } = createContext({
    recorded: { ...before, ended },
    withDefaults: (input) => input,
    schedule,
    record,
    agents: ['codex'],
    signal: new AbortController().signal,
  });
  const done = strategy(context).then(checkDone);
  await Promise.race([done, killed]);
  const recorded = {
    tasks,
    ended,
    rand: values.rand,
    now: values.now,
    sleeps: values.sleep,
    notes,
  };
  return {
    recorded: { ...recorded, ...(selected !== undefined && { selected }) },
    selected,
    scheduled,
  };
}

/** A strategy whose second step depends on which of its tasks ended first. */
async function race(ctx: StrategyContext): Promise<unknown> {
  const first = await Promise.all(
    [1, 2, 3, 4].map((number) =>
      ctx.run({ prompt: `Try ${number}` }, { key: ctx.key('first', number) }),
    ),
  );
  const pipelines = first.map(async (handle) => {
    const result = await ctx.wait(handle);
    const lot = ctx.rand();
    const next = await ctx.run(
      { prompt: `Mend ${result.key} ${lot}` },
      { key: `${result.key}/next` },
    );
    return { result: await ctx.wait(next), lot };
  });
  const fastest = await ctx.waitAny(first);
  await ctx.sleep(0.002);
  const last = await ctx.run({ prompt: `After ${fastest.key} ${ctx.rand()}` }, { key: 'last' });
  const all = await Promise.all(pipelines);
  await ctx.wait(last);
  const [best] = all.sort((one, other) => one.lot - other.lot);
  if (best === undefined) throw new Error('There is none.');
  return ctx.select(best.result, { reason: 'lot' });
}

test('a strategy that is resumed after a kill, as often as that happens, takes the same way and asks no ended task again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (kills, randoms) => {
        const random = () => randoms.next().value as number;
        let recorded = NOTHING_RECORDED;
        for (const entries of kills) {
          const ended = new Set(recorded.ended);
          const life = await live(race, recorded, random, entries);
          expect(life.scheduled.filter((key) => ended.has(key))).toEqual([]);
          recorded = life.recorded;
        }
        const last = await live(race, recorded, random);
        expect(last.selected).toMatch(/^first\/\d\/next$/);
        if (recorded.selected !== undefined) expect(last.selected).toBe(recorded.selected);
        expect(last.recorded.ended).toHaveLength(10);
        expect(new Set(last.recorded.ended).size).toBe(10);
      },
    ),
    { numRuns: 60 },
  );
});

const twoTasks = async (ctx: StrategyContext): Promise<void> => {
  await ctx.wait(await ctx.run({ prompt: 'One' }, { key: 'one' }));
  await ctx.wait(await ctx.run({ prompt: 'Two' }, { key: 'two' }));
};

test('a strategy that no longer asks for a task that it asked for is refused', async () => {
  const { recorded } = await live(twoTasks, NOTHING_RECORDED, Math.random);
  const oneTask = async (ctx: StrategyContext) => {
    await ctx.wait(await ctx.run({ prompt: 'One' }, { key: 'one' }));
  };
  await expect(live(oneTask, recorded, Math.random)).rejects.toThrow(StrategyDrift);
});

test('a key that is asked for with another input is refused, and the fields are named', async () => {
  const { recorded } = await live(twoTasks, NOTHING_RECORDED, Math.random);
  const other = async (ctx: StrategyContext) => {
    await ctx.run({ prompt: 'Another', agent: 'claude', timeoutMs: 5 }, { key: 'one' });
  };
  const refused = live(other, recorded, Math.random);
  await expect(refused).rejects.toThrow(KeyConflict);
  await expect(refused).rejects.toMatchObject({ fields: ['agent', 'prompt'] });
});

test('a field that no task has is refused, with the name that was meant', async () => {
  const asks = async (ctx: StrategyContext) => {
    await ctx.run(Object({ prompt: 'One', modle: 'x' }), { key: 'one' });
  };
  await expect(live(asks, NOTHING_RECORDED, Math.random)).rejects.toThrow(
    'The task one can\'t be run: it has a field "modle", which no task has (did you mean model?).',
  );
});

test('a task that failed before the strategy waits for it, or that it never waits for, ends nothing', async () => {
  const failing: TaskOutcome = { status: 'failed', code: 'api', message: 'It failed.' };
  const { context } = createContext({
    recorded: NOTHING_RECORDED,
    withDefaults: (input) => input,
    schedule: async (key) =>
      key === 'bad' ? failing : { status: 'completed', result: taskResult({ key }) },
    record: () => {},
    agents: ['codex'],
    signal: new AbortController().signal,
  });
  const bad = context.wait(await context.run({ prompt: 'Bad' }, { key: 'bad' }));
  void context.wait(await context.run({ prompt: 'Bad' }, { key: 'bad' }));
  await context.wait(await context.run({ prompt: 'Good' }, { key: 'good' }));
  await new Promise((resolve) => setTimeout(resolve, 10));
  await expect(bad).rejects.toThrow('The task bad failed: It failed.');
});

test("a schema that answers can't be checked against is refused, before an agent is asked", async () => {
  const asks = async (ctx: StrategyContext) => {
    await ctx.run({ prompt: 'One', outputSchema: { type: 'number!' } }, { key: 'one' });
  };
  await expect(live(asks, NOTHING_RECORDED, Math.random)).rejects.toThrow(
    /^The task one can't be run: outputSchema: /,
  );
});
