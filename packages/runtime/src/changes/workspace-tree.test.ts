import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepContents } from './kept-contents.js';
import { readTree } from './workspace-tree.js';

let workspace: string;
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-tree-')));
});
afterEach(() => rmSync(workspace, { recursive: true }));

function fill(count: number): void {
  for (let at = 0; at < count; at += 1) writeFileSync(join(workspace, `file-${at}`), 'x');
}

/** A function that says yes when it has been asked so many times. */
function after(times: number): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked > times;
  };
}

test('of one folder with more entries than the limit no more than the limit are looked at', async () => {
  fill(100);
  const tree = await readTree({ workspace, mostEntries: 10 });
  expect(tree.isCut).toBe(true);
  expect(tree.files.size).toBe(10);
  expect([...tree.unlisted]).toEqual(['']);
});

test('a turn that is over ends the look in the middle of a folder', async () => {
  fill(100);
  const tree = await readTree({ workspace, isOver: after(20) });
  expect(tree.isCut).toBe(true);
  expect(tree.files.size).toBeLessThan(20);
});

test('others have their turn while one large folder is read', async () => {
  fill(3000);
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    const tree = await readTree({ workspace });
    expect(turns).toBeGreaterThan(0);
    expect(tree.files.size).toBe(3000);
    turns = 0;
    const kept = await keepContents(workspace, tree, { directory: workspace });
    expect(turns).toBeGreaterThan(0);
    await kept.stop();
    kept.close();
  } finally {
    clearImmediate(next);
  }
});

test('a turn that is over ends the copying in the middle of a folder', async () => {
  fill(100);
  const tree = await readTree({ workspace });
  const kept = await keepContents(workspace, tree, { directory: workspace, isOver: after(20) });
  const copied = [...tree.files.keys()].filter((path) => kept.contentOf(path) !== undefined);
  expect(copied.length).toBeLessThanOrEqual(20);
  await kept.stop();
  kept.close();
});

test('no rules are read over a link in .git', async () => {
  mkdirSync(join(workspace, '.git'));
  mkdirSync(join(workspace, 'elsewhere'));
  writeFileSync(join(workspace, 'elsewhere/exclude'), '*.txt\n');
  symlinkSync(join(workspace, 'elsewhere'), join(workspace, '.git/info'));
  writeFileSync(join(workspace, 'a.txt'), '');
  expect([...(await readTree({ workspace })).files.keys()]).toContain('a.txt');
});
