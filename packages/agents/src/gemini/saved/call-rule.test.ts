import { expect, test } from 'vitest';
import { displayChanges } from './call-rule.js';

const DIFF = 'Index: a.txt\n====\n--- a.txt\tCurrent\n+++ a.txt\tProposed\n@@ -1 +1 @@\n-a\n+b\n';

test('is what was changed, and how', () => {
  const display = { fileDiff: DIFF, fileName: 'a.txt', originalContent: 'a', isNewFile: false };
  expect(displayChanges(display, '/w/a.txt')).toEqual([
    { path: '/w/a.txt', kind: 'update', diff: '@@ -1 +1 @@\n-a\n+b\n' },
  ]);
  expect(displayChanges({ ...display, filePath: '/x/a.txt' }, '/w/a.txt')?.[0]?.path).toBe(
    '/x/a.txt',
  );
});

test('a file that was not there is added', () => {
  const display = { fileDiff: DIFF, fileName: 'a.txt', originalContent: null };
  expect(displayChanges(display, undefined)).toMatchObject([{ path: 'a.txt', kind: 'add' }]);
});

test('what is shown without a diff changed nothing', () => {
  expect(displayChanges({ summary: 'Found 1 match' }, 'a.txt')).toBeUndefined();
});
