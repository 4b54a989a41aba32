import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { since, until } from './point-in-time.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 1, 14, 30) }));
afterEach(() => vi.useRealTimers());

test.each<[string, number, number]>([
  ['today', +new Date(2026, 2, 1), +new Date(2026, 2, 2)],
  ['yesterday', +new Date(2026, 1, 28), +new Date(2026, 2, 1)],
  ['2026-01-31', +new Date(2026, 0, 31), +new Date(2026, 1, 1)],
  ['12h', +new Date(2026, 2, 1, 2, 30), +new Date(2026, 2, 1, 2, 30)],
])('%s begins and ends', (text, from, to) => {
  expect([since(text), until(text)]).toEqual([from, to]);
});

test('what is no time is refused with what is one', () => {
  expect(() => since('last tuesday')).toThrow('today or yesterday');
});
