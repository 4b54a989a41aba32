import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEditDiffs } from './edit-diffs.js';

let workspace: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-edits-')));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const kept = {
  contentOf: (path: string) => (path === 'a.txt' ? Buffer.from('one\n') : undefined),
};
const edited = (path: string, kind = 'update') => ({
  ...{ type: 'tool_result', tool_id: '1', status: 'success', changes: [{ path, kind }] },
});

test('an edit gets the diff to what the file held before it', () => {
  const addDiffs = createEditDiffs(workspace, kept);
  const path = join(workspace, 'a.txt');
  writeFileSync(path, 'two\n');
  expect(addDiffs(edited(path)).changes).toEqual([
    { path, kind: 'update', diff: '@@ -1 +1 @@\n-one\n+two\n' },
  ]);
  writeFileSync(path, 'two\nthree\n');
  expect(addDiffs(edited('a.txt')).changes).toMatchObject([
    { diff: '@@ -1 +1,2 @@\n two\n+three\n' },
  ]);
  expect(addDiffs(edited(path, 'delete')).changes).toMatchObject([
    { diff: expect.stringContaining('-three') },
  ]);
});

test('nothing outside of the workspace is read, by its path or over a link', () => {
  const addDiffs = createEditDiffs(workspace, kept);
  symlinkSync('/etc/passwd', join(workspace, 'link'));
  for (const path of ['/etc/passwd', '../../etc/passwd', 'link']) {
    expect(addDiffs(edited(path, 'add')).changes).toEqual([{ path, kind: 'add' }]);
  }
});

test('a diff of the agent is left as it is, and so is any other event', () => {
  const addDiffs = createEditDiffs(workspace, kept);
  const own = { ...edited('a.txt'), changes: [{ path: 'a.txt', kind: 'update', diff: '+x' }] };
  expect(addDiffs(own)).toEqual(own);
  const failed = { ...edited('a.txt'), status: 'error' };
  expect(addDiffs(failed)).toBe(failed);
});
