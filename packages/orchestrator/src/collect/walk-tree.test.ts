import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { put } from '../../test-inputs/git-fixture.js';
import { isGitsOwn, type KnownTree, walkTree } from './walk-tree.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-walk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function walk(known: Partial<KnownTree> = {}, ignore?: string) {
  const seen: string[] = [];
  const all = { modes: new Map(), folders: new Set<string>(), submodules: new Map(), ...known };
  const leftOut = walkTree(
    { directory: folder, known: all, ignore },
    {
      file(path, { executable, size, pieces }) {
        const bytes = [...pieces()].reduce((sum, piece) => sum + piece.length, 0);
        expect(bytes).toBe(size);
        seen.push(executable ? `${path}*` : path);
      },
      link: (path, target) => seen.push(`${path} -> ${target}`),
    },
  );
  return { seen, leftOut };
}

test('files and links are seen with their content, and no link is followed', () => {
  put(folder, 'a/b.txt', 'b');
  put(folder, 'large', 'x'.repeat(1_000_000));
  put(folder, 'run', '');
  chmodSync(join(folder, 'run'), 0o755);
  symlinkSync('/etc', join(folder, 'etc'));
  expect(walk()).toEqual({ seen: ['a/b.txt', 'etc -> /etc', 'large', 'run*'], leftOut: [] });
});

test('what is ignored is passed by, but for what is known already', () => {
  put(folder, '.gitignore', 'built/\n*.log\n!keep.log\n');
  put(folder, 'sub/.gitignore', '!also.log\n');
  for (const path of [
    'built/known',
    'built/new',
    'x.log',
    'keep.log',
    'sub/also.log',
    'mine',
    'y',
  ]) {
    put(folder, path, '');
  }
  const known = { modes: new Map([['built/known', '100644']]), folders: new Set(['built']) };
  expect(walk(known, 'mine\n').seen).toEqual([
    ...['.gitignore', 'built/known', 'keep.log', 'sub/.gitignore', 'sub/also.log', 'y'],
  ]);
});

test('what belongs to git, other repositories of the tree and what is no file are left out', async () => {
  put(folder, '.git/config', '');
  put(folder, 'nested/.git/config', '');
  put(folder, 'nested/file', '');
  put(folder, 'module/file', '');
  symlinkSync('x', join(folder, '.gitmodules'));
  await runProcess({ executable: 'mkfifo', args: ['pipe'], env: {}, cwd: folder });
  const { seen, leftOut } = walk({ submodules: new Map([['module', 'commit']]) });
  expect(seen).toEqual(['nested/file']);
  expect(leftOut).toEqual([
    '.gitmodules (it is a link)',
    'nested/.git (it belongs to git)',
    'pipe (it is no file)',
  ]);
});

test.each([
  '.git',
  '.GIT',
  'git~1',
  '.git ',
  '.git.',
  '.git::$INDEX_ALLOCATION',
  '.g\u200cit',
  '.git\\x',
])('%j is .git to some file system', (name) => expect(isGitsOwn(Buffer.from(name))).toBe(true));

test.each(['.gitignore', 'git', '.github', 'a.git', '.git-x', 'git~10'])('%j is a file', (name) => {
  expect(isGitsOwn(Buffer.from(name))).toBe(false);
});
