import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LooseEvent } from '@dragoman/protocol/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEditDiffs, type EditDiffsOptions } from './edit-diffs.js';

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

/** What one event becomes. */
function editDiffs(options: Partial<EditDiffsOptions> = {}) {
  const addDiffs = createEditDiffs({ workspace, inside: workspace, kept, ...options });
  return async (event: LooseEvent): Promise<LooseEvent | undefined> => (await addDiffs([event]))[0];
}

test('an edit gets the diff to what the file held before it', async () => {
  const diffed = editDiffs();
  const path = join(workspace, 'a.txt');
  writeFileSync(path, 'two\n');
  expect((await diffed(edited(path)))?.changes).toEqual([
    { path, kind: 'update', diff: '@@ -1 +1 @@\n-one\n+two\n' },
  ]);
  writeFileSync(path, 'two\nthree\n');
  expect((await diffed(edited('a.txt')))?.changes).toMatchObject([
    { diff: '@@ -1 +1,2 @@\n two\n+three\n' },
  ]);
  expect((await diffed(edited(path, 'delete')))?.changes).toMatchObject([
    { diff: expect.stringContaining('-three') },
  ]);
});

test('a file is found by the path that it has in the sandbox', async () => {
  writeFileSync(join(workspace, 'a.txt'), 'two\n');
  const path = '/workspace/a.txt';
  expect((await editDiffs({ inside: '/workspace' })(edited(path)))?.changes).toEqual([
    { path, kind: 'update', diff: '@@ -1 +1 @@\n-one\n+two\n' },
  ]);
});

test('nothing outside of the workspace is read, by its path or over a link, and no pipe', async () => {
  const diffed = editDiffs();
  symlinkSync('/etc/passwd', join(workspace, 'link'));
  for (const path of ['/etc/passwd', '../../etc/passwd', 'link']) {
    expect((await diffed(edited(path, 'add')))?.changes).toEqual([{ path, kind: 'add' }]);
  }
  execFileSync('mkfifo', [join(workspace, 'a.txt')]);
  expect((await diffed(edited('a.txt')))?.changes).toEqual([{ path: 'a.txt', kind: 'update' }]);
});

test('after very many files the known ones still get their diffs', async () => {
  const diffed = editDiffs();
  for (let at = 0; at < 501; at += 1) {
    writeFileSync(join(workspace, `${at}`), 'one\n');
    await diffed(edited(`${at}`, 'add'));
  }
  for (const name of ['0', '500']) writeFileSync(join(workspace, name), 'two\n');
  expect((await diffed(edited('0')))?.changes).toMatchObject([
    { diff: '@@ -1 +1 @@\n-one\n+two\n' },
  ]);
  expect((await diffed(edited('500')))?.changes).toEqual([{ path: '500', kind: 'update' }]);
});

test('diffs take no more of a turn than a limited time', async () => {
  writeFileSync(join(workspace, 'a.txt'), 'two\n');
  expect((await editDiffs({ mostMilliseconds: 0 })(edited('a.txt')))?.changes).toEqual([
    { path: 'a.txt', kind: 'update' },
  ]);
});

test('others have their turn between two diffs', async () => {
  const lines = (word: string) =>
    Array.from({ length: 10_000 }, (_, at) => `${word} ${at}\n`).join('');
  const changes = ['b', 'c'].map((path) => ({ path, kind: 'update' }));
  for (const { path } of changes) writeFileSync(join(workspace, path), lines('new'));
  const addDiffs = createEditDiffs({
    workspace,
    inside: workspace,
    kept: { contentOf: () => Buffer.from(lines('old')) },
  });
  let isOver = false;
  const seen = new Promise((resolve) => setImmediate(() => resolve(isOver)));
  await addDiffs([{ ...edited('b'), changes }]);
  isOver = true;
  expect(await seen).toBe(false);
});

test('a diff of the agent is left as it is, and so is any other event', async () => {
  const diffed = editDiffs();
  const own = { ...edited('a.txt'), changes: [{ path: 'a.txt', kind: 'update', diff: '+x' }] };
  expect(await diffed(own)).toEqual(own);
  const failed = { ...edited('a.txt'), status: 'error' };
  expect(await diffed(failed)).toBe(failed);
});
