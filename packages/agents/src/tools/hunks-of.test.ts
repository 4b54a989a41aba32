import { expect, test } from 'vitest';
import { hunksOf } from './hunks-of.js';

test('a diff is its hunks, without the names of the files', () => {
  expect(hunksOf('Index: a\n===\n--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n')).toBe(
    '@@ -1 +1 @@\n-x\n+y\n',
  );
  expect(hunksOf('@@ -1 +1 @@\n-x\n+y\n')).toBe('@@ -1 +1 @@\n-x\n+y\n');
  expect(hunksOf('--- a\n+++ a\n')).toBe('');
});
