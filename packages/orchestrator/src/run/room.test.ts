import { expect, test } from 'vitest';
import { retryDelay, retryRule } from './retry-rules.js';
import { createRoom } from './room.js';

const never = new AbortController().signal;

test('so many tasks are at work at once, in the order in which they were asked for', async () => {
  const room = createRoom({ tasks: 2 });
  const entered: number[] = [];
  const leave = [1, 2, 3, 4].map(async (number) => {
    const leaves = await room.enter(never);
    entered.push(number);
    return leaves;
  });
  const first = await leave[0];
  await leave[1];
  expect(entered).toEqual([1, 2]);
  first?.();
  first?.();
  await leave[2];
  expect(entered).toEqual([1, 2, 3]);
});

test('who waits and is canceled gives its place to the next', async () => {
  const room = createRoom({ tasks: 1 });
  const leaves = await room.enter(never);
  const canceled = new AbortController();
  const second = room.enter(canceled.signal);
  const third = room.enter(never);
  canceled.abort('not any more');
  await expect(second).rejects.toBe('not any more');
  leaves();
  expect(await third).toBeTypeOf('function');
});

test('a shortage keeps others from starting, but not the only one, which nothing could help', async () => {
  let short: string | undefined = 'the disk is nearly full';
  const reasons: string[] = [];
  const room = createRoom({
    tasks: 3,
    shortage: async () => short,
    onShortage: (reason) => reasons.push(reason),
    lookMs: 5,
  });
  await room.enter(never);
  const second = room.enter(never);
  await expect.poll(() => reasons.length).toBeGreaterThan(1);
  short = undefined;
  expect(await second).toBeTypeOf('function');
});

test('what may pass is tried again later each time; what would fail alike is not', () => {
  const limited = retryRule('rate_limit');
  expect(limited).toMatchObject({ attempts: 3, keepsSession: true });
  expect([1, 2, 3, 4].map((attempt) => retryDelay(limited, attempt, 0.5))).toEqual([
    10_000, 60_000, 360_000, 360_000,
  ]);
  expect([retryDelay(limited, 1, 0), retryDelay(limited, 1, 1)]).toEqual([8000, 12_000]);
  expect(retryRule('auth')).toMatchObject({ attempts: 1, stopsAgent: true });
  expect(retryRule('agent_error').attempts).toBe(1);
  expect(retryRule('constructor').attempts).toBe(1);
  expect(retryDelay(retryRule('timeout'), 1)).toBe(0);
});
