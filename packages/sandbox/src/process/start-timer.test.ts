import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTimer } from './start-timer.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('fires once, when its time has come and not before', () => {
  const lengths = fc.double({ min: 1, max: 400 * 86_400_000, noNaN: true }).map(Math.round);
  fc.assert(
    fc.property(lengths, (delayMs) => {
      const onTime = vi.fn();
      startTimer(delayMs, onTime);
      vi.advanceTimersByTime(delayMs - 1);
      expect(onTime).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(onTime).toHaveBeenCalledOnce();
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});

test('never fires after an infinite time', () => {
  startTimer(Number.POSITIVE_INFINITY, () => {});
  expect(vi.getTimerCount()).toBe(0);
});

test('is stopped in the middle of a long time', () => {
  const stop = startTimer(60 * 86_400_000, () => {});
  vi.advanceTimersByTime(40 * 86_400_000);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
