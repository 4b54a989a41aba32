import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlots } from './load-slots.js';

test('no more run at once, each has its turn, and one that fails keeps none back', async () => {
  const run = createSlots(2);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    begun.push(index);
    await delay(1);
    running -= 1;
    if (index === 1) throw new Error('It failed.');
    return index;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((index) => run(work(index))));
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  ]);
});
