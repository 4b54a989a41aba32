import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlots } from './load-slots.js';

const { signal } = new AbortController();

test('no more run at once, each has its turn, and one that fails keeps none back', async () => {
  const run = createSlots({ most: 2, mostWaiting: 9 });
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    begun.push(index);
    await later();
    running -= 1;
    if (index === 1) throw new Error('It failed.');
    return index;
  };
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((index) => run(work(index), signal)),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  ]);
});

test('where too many wait another is told when to come back; they waited without bound', async () => {
  const run = createSlots({ most: 1, mostWaiting: 1 });
  let end = () => {};
  const first = run(() => new Promise<void>((resolve) => (end = resolve)), signal);
  const second = run(async () => 'second', signal);
  await expect(run(async () => 'third', signal)).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { headers: { 'retry-after': '5' } },
  });
  end();
  await first;
  expect(await second).toBe('second');
});

test('whoever leaves while it waits takes no slot', async () => {
  const run = createSlots({ most: 1, mostWaiting: 1 });
  let end = () => {};
  const first = run(() => new Promise<void>((resolve) => (end = resolve)), signal);
  const leaving = new AbortController();
  let hasBegun = false;
  const left = run(async () => {
    hasBegun = true;
  }, leaving.signal);
  leaving.abort(new Error('It left.'));
  await expect(left).rejects.toThrow('It left.');
  const next = run(async () => 'next', signal);
  end();
  await first;
  expect([await next, hasBegun]).toEqual(['next', false]);
});
