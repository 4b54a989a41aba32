import { expect, test, vi } from 'vitest';
import { rememberGlobals } from './unchanged-globals.mjs';

test('nothing is named while all is as it was', () => {
  const changed = rememberGlobals();
  vi.useFakeTimers();
  vi.useRealTimers();
  expect(changed()).toEqual([]);
});

// Vitest restores a spy once more after the file, although the test has: with what the spy was put
// on. If that was a fake timer, no timer fires in any file after it, and whoever waits for one hangs.
test('a spy on a fake timer brings the fake back when mocks are restored again', () => {
  const changed = rememberGlobals();
  const real = globalThis.setTimeout;
  vi.useFakeTimers();
  vi.spyOn(globalThis, 'setTimeout').mockRestore();
  vi.useRealTimers();
  expect(globalThis.setTimeout).toBe(real);
  vi.restoreAllMocks();
  expect(globalThis.setTimeout).not.toBe(real);
  expect(changed()).toEqual(['setTimeout']);
  expect(globalThis.setTimeout).toBe(real);
});
