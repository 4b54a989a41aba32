import { expect, test } from 'vitest';
import { planStatus } from './plan-status.js';

test.each(['pending', 'in_progress', 'completed', 'cancelled'])('%s is a status', (word) => {
  expect(planStatus(word)).toBe(word);
});

test.each(['', 'blocked', 'toString', undefined])('%s is none', (word) => {
  expect(planStatus(word)).toBeUndefined();
});
