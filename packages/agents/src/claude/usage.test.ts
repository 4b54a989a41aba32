import { expect, test } from 'vitest';
import { costOf } from './usage.js';

test('a cost is what the total has grown by', () => {
  expect(costOf(0.3, 0.1)).toBe(0.2);
  expect(costOf(0.1, 0.3)).toBe(0);
});

test('a total that nobody can have spent is none', () => {
  for (const total of [undefined, -1, 1e13, 1e308]) expect(costOf(total, 0)).toBeUndefined();
});
