import { expect, test } from 'vitest';
import { compareTrees } from './compare-trees.js';
import type { WorkspaceTree } from './workspace-tree.js';

const STATUS = { size: 1, mtimeMs: 1, ctimeMs: 1, mode: 0o100_644 };

function tree(files: readonly string[], unlisted: readonly string[]): WorkspaceTree {
  return {
    files: new Map(files.map((path, ino) => [path, { ...STATUS, ino }])),
    folders: new Map(),
    unlisted: new Set(unlisted),
    outer: [],
    isCut: false,
  };
}

const compared = (before: WorkspaceTree, after: WorkspaceTree) =>
  compareTrees({
    workspace: '/none',
    before,
    after,
    diffs: 0,
    mostFiles: 1000,
    kept: { contentOf: () => undefined },
  });

test('files of a folder that is gone are deleted, also where another folder can never be listed', async () => {
  const before = tree(['src/a.ts', 'src/deep/b.ts'], ['pgdata']);
  expect(await compared(before, tree([], ['pgdata']))).toEqual({
    type: 'changes',
    files: [
      { path: 'src/a.ts', kind: 'delete' },
      { path: 'src/deep/b.ts', kind: 'delete' },
    ],
  });
});

test('what is in a folder that can no longer be listed is not said to be deleted', async () => {
  const before = tree(['src/a.ts', 'src/deep/b.ts', 'top.ts'], []);
  expect(await compared(before, tree([], ['src']))).toEqual({
    type: 'changes',
    files: [{ path: 'top.ts', kind: 'delete' }],
    incomplete: true,
  });
  expect(await compared(before, tree([], ['']))).toMatchObject({ files: [], incomplete: true });
});
