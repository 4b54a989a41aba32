import { expect, test } from 'vitest';
import { untilStopped } from './until-stopped.js';

test('gives what the work comes to, and its failure', async () => {
  const { signal } = new AbortController();
  expect(await untilStopped(Promise.resolve('done'), signal)).toBe('done');
  await expect(untilStopped(Promise.reject(new Error('oh')), signal)).rejects.toThrow('oh');
});

test('does not wait for work once the command should stop, and forgets how it fails', async () => {
  let fail = (_error: Error) => {};
  const work = new Promise<string>((_resolve, reject) => {
    fail = reject;
  });
  const stop = new AbortController();
  const waiting = untilStopped(work, stop.signal);
  stop.abort('interrupted');
  expect(await waiting).toBeUndefined();
  expect(await untilStopped(new Promise(() => {}), stop.signal)).toBeUndefined();
  fail(new Error('too late'));
});

test('work that the same signal ends has not failed', async () => {
  const stop = new AbortController();
  const work = new Promise<string>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
  });
  const waiting = untilStopped(work, stop.signal);
  stop.abort('interrupted');
  expect(await waiting).toBeUndefined();
});
