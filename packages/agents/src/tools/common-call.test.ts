import { expect, test } from 'vitest';
import { firstLine, planStatus } from './common-call.js';

test('is the first line that says something', () => {
  expect(firstLine('\n  Count to two.  \nThen stop.')).toBe('Count to two.');
  expect(firstLine('')).toBe('');
});

test('is short, and cuts no character in two', () => {
  expect(firstLine('🚀'.repeat(200))).toBe('🚀'.repeat(80));
});

test.each(['pending', 'in_progress', 'completed', 'cancelled'])('%s is a status', (word) => {
  expect(planStatus(word)).toBe(word);
});

test.each(['', 'blocked', 'toString', undefined])('%s is none', (word) => {
  expect(planStatus(word)).toBeUndefined();
});
