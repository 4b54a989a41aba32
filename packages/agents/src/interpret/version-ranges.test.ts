import { expect, test } from 'vitest';
import { shortVersion, versionRanges } from './version-ranges.js';

const all = new Set(['0.98.0', '0.20.0', '0.166.0', '0.58.0', '0.42.1']);

test('versions that follow one another are a range, in the order of versions', () => {
  expect(versionRanges(new Set(['0.166.0', '0.98.0', '0.20.0']), all)).toBe('0.20, 0.98 – 0.166');
  expect(versionRanges(all, all)).toBe('0.20 – 0.166');
});

test('a version alone is itself, and none is nothing', () => {
  expect(versionRanges(new Set(['0.42.1']), all)).toBe('0.42.1');
  expect(versionRanges(new Set(), all)).toBe('');
});

test('only a patch number of zero is left out', () => {
  expect(['0.20.0', '1.0.0', '0.42.10'].map(shortVersion)).toEqual(['0.20', '1.0', '0.42.10']);
});
