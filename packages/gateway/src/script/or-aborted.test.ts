import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { orAborted } from './or-aborted.js';

test('ends as the promise ends, and leaves nothing on the signal', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(Promise.resolve('done'), signal)).toBe('done');
  await expect(orAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test("rejects with the signal's reason when that comes first", async () => {
  const controller = new AbortController();
  const waiting = orAborted(new Promise<never>(() => {}), controller.signal);
  controller.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
});

test('does not begin when it is over already', async () => {
  const over = AbortSignal.abort(new Error('over'));
  await expect(orAborted(Promise.resolve('late'), over)).rejects.toThrow('over');
});
