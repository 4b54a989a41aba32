import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { put } from '../../test-inputs/git-fixture.js';
import { parseReport } from './collect-report.js';
import { readRefs } from './read-refs.js';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-refs-'));
  mkdirSync(join(folder, '.git/objects'), { recursive: true });
  put(folder, '.git/HEAD', 'ref: refs/heads/main\n');
  put(folder, '.git/refs/heads/main', `${A}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('HEAD is the commit of its branch; a loose ref counts more than a packed one', () => {
  const packed = `# pack-refs with: peeled\n${C} refs/heads/main\n${B} refs/tags/v1\n^${C}\nnonsense\n`;
  put(folder, '.git/packed-refs', packed);
  put(folder, '.git/refs/heads/feature/x', `${B}\n`);
  put(folder, '.git/refs/remotes/origin/main', `${B}\n`);
  expect(readRefs(folder)).toEqual({
    sound: true,
    head: A,
    branch: 'main',
    others: [
      { kind: 'tag', name: 'v1', commit: B },
      { kind: 'branch', name: 'feature/x', commit: B },
    ],
  });
});

test('a branch without a commit and a HEAD without a branch are what they are', () => {
  put(folder, '.git/HEAD', 'ref: refs/heads/new\n');
  expect(readRefs(folder)).toMatchObject({ sound: true, branch: 'new' });
  expect(readRefs(folder)).not.toHaveProperty('head');
  put(folder, '.git/HEAD', `${B}\n`);
  expect(readRefs(folder)).toMatchObject({ head: B, others: [{ name: 'main' }] });
});

test('stashes are in their log, the newest first', () => {
  put(folder, '.git/refs/stash', `${C}\n`);
  const lines = [`${'0'.repeat(40)} ${B} A <a> 1 +0000\tone`, `${B} ${C} A <a> 2 +0000\ttwo`];
  put(folder, '.git/logs/refs/stash', `${lines.join('\n')}\n`);
  expect(readRefs(folder)).toMatchObject({
    others: [
      { kind: 'stash', name: 'stash@{0}', commit: C },
      { kind: 'stash', name: 'stash@{1}', commit: B },
    ],
  });
});

test.each<[string, () => void, RegExp]>([
  [
    'a link as refs',
    () => replaced('.git/refs', (path) => symlinkSync('/', path)),
    /refs is no folder/,
  ],
  [
    'a link as HEAD',
    () => replaced('.git/HEAD', (path) => symlinkSync('/etc/passwd', path)),
    /names no branch/,
  ],
  [
    'a very long HEAD',
    () => put(folder, '.git/HEAD', `ref: refs/heads/${'x'.repeat(10_000)}`),
    /names no branch/,
  ],
  [
    'refs in a table',
    () => put(folder, '.git/HEAD', 'ref: refs/heads/.invalid\n'),
    /not stored as files/,
  ],
  [
    'a .git that is a file',
    () => replaced('.git', () => put(folder, '.git', 'gitdir: /')),
    /no folder/,
  ],
  ['none', () => replaced('.git', () => {}), /no \.git/],
])('%s is not believed', (_what, change, why) => {
  change();
  expect(readRefs(folder)).toEqual({ sound: false, why: expect.stringMatching(why) });
});

function replaced(name: string, make: (path: string) => void): void {
  rmSync(join(folder, name), { recursive: true });
  make(join(folder, name));
}

test('links to refs are not followed, and many folders end', () => {
  put(folder, 'outside', `${B}\n`);
  symlinkSync(join(folder, 'outside'), join(folder, '.git/refs/heads/linked'));
  put(folder, `.git/refs/heads/${'d/'.repeat(100)}deep`, `${B}\n`);
  expect(readRefs(folder)).toMatchObject({ sound: true, others: [] });
});

test('a report is taken for its form, and nothing else in it', () => {
  const text = `walk a b\ntip ${A}\ntip --upload-pack=x\nlost 3\nuncommitted 2  3 files changed, 1 insertion(+), 12 deletions(-)\nconstructor x\n\n`;
  expect(parseReport(text)).toEqual({
    walk: 'a b',
    tip: A,
    lost: new Set([3]),
    uncommitted: { files: 3, insertions: 1, deletions: 12, untracked: 2 },
  });
  expect(parseReport('broken-head')).toEqual({
    broken: 'objects that HEAD needs are missing',
    lost: new Set(),
  });
});
