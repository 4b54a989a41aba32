import { expect, test } from 'vitest';
import { createCleanup } from './cleanup.js';

test('undoes the last first, all of it, once, and says what failed', async () => {
  const done: string[] = [];
  const cleanup = createCleanup();
  cleanup.add('The first', () => void done.push('first'));
  cleanup.add('The second', async () => {
    done.push('second');
    throw new Error('it is stuck');
  });
  cleanup.add('The third', async () => void done.push('third'));
  expect(await cleanup.run()).toEqual(['The second: it is stuck']);
  expect(done).toEqual(['third', 'second', 'first']);
  expect(await cleanup.run()).toEqual([]);
});
