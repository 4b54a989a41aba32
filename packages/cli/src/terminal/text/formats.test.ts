import { describe, expect, test } from 'vitest';
import {
  formatAmount,
  formatBytes,
  formatClock,
  formatCost,
  formatDate,
  formatDuration,
  formatWhen,
  shortPath,
} from './formats.js';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [12_345, '12.3k'],
  [123_456, '123k'],
  [999_999, '1M'],
  [4_200_000_000, '4.2G'],
])('the amount %d is shown as %s', (amount, shown) => {
  expect(formatAmount(amount)).toBe(shown);
});

test('a size has its unit', () => {
  expect([10, 300_000].map(formatBytes)).toEqual(['10 B', '300 kB']);
});

test('a cost, however small', () => {
  expect([0, 12.345, 0.1, 0.0123, 0.00366, 0.000001].map(formatCost)).toEqual([
    ...['$0.00', '$12.35', '$0.10', '$0.012', '$0.0037', 'less than $0.0001'],
  ]);
});

describe('a point in time', () => {
  const now = new Date(2026, 2, 12, 14, 2).getTime();
  const minute = 60_000;
  test.each([
    [0, 'just now'],
    [5 * minute, '5 min ago'],
    [3 * 60 * minute, '3 h ago'],
    [50 * 60 * minute, '2 d ago'],
    [8 * 24 * 60 * minute, '2026-03-04'],
    [-60 * 24 * minute, '2026-03-13'],
  ])('%d ms ago', (age, shown) => {
    expect(formatWhen(now - age, now)).toBe(shown);
  });

  test('in full, and one that nobody knows', () => {
    expect(`${formatDate(now)} ${formatClock(now)}`).toBe('2026-03-12 14:02');
    expect(formatWhen(Number.NaN, now)).toBe('');
  });
});

test('a duration', () => {
  expect([340, 2345, 250_000].map(formatDuration)).toEqual(['340 ms', '2.3 s', '4 min 10 s']);
});

test.each([
  ['/home/ada/app/src/a.ts', 'src/a.ts'],
  ['/home/ada/app', '~/app'],
  ['/home/ada/apple', '~/apple'],
  ['/home/ada', '~'],
  ['/etc/hosts', '/etc/hosts'],
  ['a.ts', 'a.ts'],
])('%s is written %s', (path, shown) => {
  expect(shortPath(path, { cwd: '/home/ada/app/', home: '/home/ada' })).toBe(shown);
});
