import { expect, test, vi } from 'vitest';
import { createStartUp } from './start-up.js';

test('what failed is done again a moment later, once for all who ask; it had failed for ever', async () => {
  let time = 0;
  const work = vi.fn(async () => {});
  work.mockRejectedValueOnce(new Error('No file can be opened.'));
  const startUp = createStartUp(work, () => time);
  for (const ask of [startUp.settled, startUp.done, startUp.done]) {
    await expect(ask()).rejects.toThrow('No file can be opened.');
  }
  expect(work).toHaveBeenCalledTimes(1);
  time = 1000;
  await Promise.all([startUp.done(), startUp.done()]);
  await startUp.settled();
  time = 5000;
  await startUp.done();
  expect(work).toHaveBeenCalledTimes(2);
});
