import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanStore } from './scan-repository.js';

let store: string;
beforeEach(() => {
  store = join(realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-store-'))), 'main.git');
  mkdirSync(store);
});
afterEach(() => rmSync(dirname(store), { recursive: true }));

function put(path: string): void {
  mkdirSync(dirname(join(store, path)), { recursive: true });
  writeFileSync(join(store, path), 'exec evil\n');
}

/** The store is older than what is looked for, as far as anybody can say. */
const pathsSince = (since: number) => scanStore(store, since).items.map(({ path }) => path);

test('a store that a turn made whole is one item, by its whole path', () => {
  expect(pathsSince(0)).toEqual([store]);
});

test('what git would run of an older store is named by its whole path, and a commondir is gone', () => {
  const since = later();
  put('commondir');
  put('config');
  put('worktrees/tree/rebase-merge/git-rebase-todo');
  put('objects/aa/bb');
  expect(pathsSince(since)).toEqual(
    ['commondir', 'config', 'worktrees/tree/rebase-merge/git-rebase-todo'].map((path) =>
      join(store, path),
    ),
  );
  expect(scanStore(store, since).items.some(({ undone }) => undone)).toBe(false);
});

test('a store that is gone has nothing to say', () => {
  expect(scanStore(join(store, 'none'), 0)).toEqual({ items: [], incomplete: false });
});

/** A time after which nothing has been made yet, also for a kernel that counts in ticks. */
function later(): number {
  const marker = join(dirname(store), 'marker');
  for (;;) {
    writeFileSync(marker, '');
    const { ctimeMs } = statSync(marker);
    if (ctimeMs > statSync(store).ctimeMs) return ctimeMs;
  }
}
