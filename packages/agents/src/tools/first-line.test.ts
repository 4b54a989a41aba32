import { expect, test } from 'vitest';
import { firstLine } from './first-line.js';

test('is the first line that says something', () => {
  expect(firstLine('\n  Count to two.  \nThen stop.')).toBe('Count to two.');
  expect(firstLine('')).toBe('');
});

test('is short, and cuts no character in two', () => {
  expect(firstLine('🚀'.repeat(200))).toBe('🚀'.repeat(80));
});
