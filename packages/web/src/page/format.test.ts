import { expect, test } from 'vitest';
import { ago, dollars, duration, short, spent } from './format.js';

test.each([
  [950, '950'],
  [12_345, '12.3k'],
  [123_456, '123k'],
  [10_000_000, '10.0M'],
])('%d is %s', (count, text) => {
  expect(short(count)).toBe(text);
});

test.each([
  [-5, '0.0 s'],
  [1234, '1.2 s'],
  [59_600, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('what was just now, and what was long ago', () => {
  expect(ago(1000, 2000)).toBe('just now');
  expect(ago(0, 45_000)).toBe('45 s ago');
  expect(ago(0, 3 * 3_600_000)).toBe('3 h ago');
  expect(ago(0, 3 * 86_400_000)).toMatch(/^(Jan 1|Dec 31), \d\d:\d\d$/);
});

test('small amounts keep their digits', () => {
  expect([0, 0.00421, 1.5].map(dollars)).toEqual(['$0.00', '$0.0042', '$1.50']);
  const usage = { input_tokens: 1000, output_tokens: 500, total_tokens: 1500 };
  expect(spent({ ...usage, cost_usd: 0.25 })).toBe('1.5k tokens · $0.25');
  expect([spent(usage), spent(undefined)]).toEqual(['1.5k tokens', '']);
});
