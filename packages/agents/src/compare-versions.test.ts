import { expect, test } from 'vitest';
import { compareVersions } from './compare-versions.js';

test('orders versions by number, not by text', () => {
  const versions = ['0.166.0', '0.9.1', '1.0.0', '0.58.0', '0.9.0', '0.121.0'];
  expect(versions.sort(compareVersions)).toEqual([
    '0.9.0',
    '0.9.1',
    '0.58.0',
    '0.121.0',
    '0.166.0',
    '1.0.0',
  ]);
});

test('takes a pre-release for the release it leads to', () => {
  expect(compareVersions('0.121.0-alpha.2', '0.121.0')).toBe(0);
});

test('takes what is no number for 0, and what is missing too', () => {
  expect(compareVersions('0.58', '0.58.0')).toBe(0);
  expect(compareVersions('', '0.0.0')).toBe(0);
  expect(compareVersions('x.y', '0.1.0')).toBeLessThan(0);
});
