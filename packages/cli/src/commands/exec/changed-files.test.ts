import { expect, test } from 'vitest';
import { textOf } from '../../terminal/line.js';
import { changedLines, changesDiff } from './changed-files.js';

const shown = (event: Parameters<typeof changedLines>[0]) => changedLines(event).map(textOf);

test('the changed files are in one line, and that none changed is said', () => {
  const files = [
    { path: 'a.ts', kind: 'update' as const, added: 3, removed: 1 },
    { path: 'b.ts', kind: 'add' as const, added: 10, removed: 0 },
    { path: 'c.ts', kind: 'delete' as const, added: 0, removed: 4 },
    { path: 'd.ts', kind: 'update' as const, moved_to: 'e.ts' },
    { path: 'f.png', kind: 'add' as const, binary: true },
  ];
  expect(shown({ type: 'changes', files })).toEqual([
    '  changed 5 files: a.ts (+3 −1), new b.ts (+10), deleted c.ts (−4), d.ts → e.ts, new f.png (binary)',
  ]);
  expect(shown({ type: 'changes', files: [] })).toEqual(['  no files changed']);
  expect(shown(undefined)).toEqual([]);
});

test('of very many files the first are named, and a name can do no harm', () => {
  const files = Array.from({ length: 30 }, (_, at) => ({
    ...{ path: `${at}\u001b[2J.txt`, kind: 'add' as const },
  }));
  const [line, note] = shown({ type: 'changes', files, more: 70, incomplete: true });
  expect(line).toMatch(/^ {2}changed 100 files: new "0\\033\[2J\.txt", .*, and 90 more$/);
  expect(line).not.toContain('\u001b');
  expect(note).toBe('! not all files were compared');
});

test('diffs are shown whole', () => {
  const diff = `@@ -0,0 +1,60 @@\n${'+x\n'.repeat(60)}`;
  const event = { type: 'changes' as const, files: [{ path: 'a', kind: 'add' as const, diff }] };
  expect(changesDiff(event, {}).map(textOf)).toHaveLength(63);
});
