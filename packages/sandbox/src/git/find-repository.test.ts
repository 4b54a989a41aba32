import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findRepository } from './find-repository.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-repository-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

function git(folder: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const settings = ['user.name=T', 'user.email=t@example.com', 'protocol.file.allow=always'];
  const all = [...settings.flatMap((setting) => ['-c', setting]), ...args];
  execFileSync('git', all, { cwd: join(root, folder), env, stdio: 'pipe' });
}

function makeRepository(name: string): string {
  mkdirSync(join(root, name, 'sub', 'deep'), { recursive: true });
  git(name, 'init', '-q', '-b', 'main');
  git(name, 'commit', '-q', '--allow-empty', '-m', 'one');
  return join(root, name);
}

const find = (name: string, hidden: string[] = []) => findRepository(join(root, name), hidden);

test('a folder in a repository belongs to it; the folder of one needs nothing more', () => {
  const main = makeRepository('main');
  const gitFolder = join(main, '.git');
  expect(find('main').repository).toEqual({ root: main, gitFolder, stores: [], base: main });
  expect(find('main/sub/deep').repository).toEqual({
    root: main,
    gitFolder,
    stores: [gitFolder],
    base: main,
  });
  mkdirSync(join(root, 'plain'));
  expect(find('plain')).toEqual({});
});

test("a worktree has its repository's data, also in a folder of it", () => {
  const main = makeRepository('main');
  git('main', 'worktree', 'add', '-q', '../tree');
  mkdirSync(join(root, 'tree', 'sub'));
  const expected = {
    root: join(root, 'tree'),
    gitFolder: join(main, '.git/worktrees/tree'),
    stores: [join(main, '.git')],
    base: join(root, 'tree'),
  };
  expect(find('tree').repository).toEqual(expected);
  expect(find('tree/sub').repository).toEqual(expected);
});

test('a worktree of a bare repository has it, unless more than git put into that folder', () => {
  makeRepository('main');
  git('.', 'clone', '-q', '--bare', 'main', 'bare');
  git('bare', 'worktree', 'add', '-q', '../tree', 'main');
  expect(find('tree').repository?.stores).toEqual([join(root, 'bare')]);
  writeFileSync(join(root, 'bare', 'notes.txt'), 'mine');
  expect(find('tree').refused).toContain('no worktree or submodule that names');
});

test('a submodule has its own data only', () => {
  makeRepository('library');
  const main = makeRepository('main');
  git('main', 'submodule', '--quiet', 'add', join(root, 'library'), 'lib');
  expect(find('main/lib').repository).toEqual({
    root: join(main, 'lib'),
    gitFolder: join(main, '.git/modules/lib'),
    stores: [join(main, '.git/modules/lib')],
    base: main,
  });
});

test.each<[what: string, plant: (workspace: string, private_: string) => void]>([
  [
    'the .git of another repository',
    (workspace, other) => writeFileSync(join(workspace, '.git'), `gitdir: ${other}/.git\n`),
  ],
  [
    'a worktree of another repository that is elsewhere',
    (workspace, other) => {
      git('private', 'worktree', 'add', '-q', '../elsewhere');
      writeFileSync(join(workspace, '.git'), `gitdir: ${other}/.git/worktrees/elsewhere\n`);
    },
  ],
  [
    'a folder that only says it is shared with another repository',
    (workspace, other) => {
      mkdirSync(join(workspace, 'x/worktrees/w'), { recursive: true });
      writeFileSync(join(workspace, 'x/worktrees/w/commondir'), `${other}/.git\n`);
      writeFileSync(join(workspace, 'x/worktrees/w/gitdir'), `${workspace}/.git\n`);
      writeFileSync(join(workspace, '.git'), 'gitdir: x/worktrees/w\n');
    },
  ],
  [
    'a link to the .git of another repository',
    (workspace, other) => symlinkSync(join(other, '.git'), join(workspace, '.git')),
  ],
  [
    'a folder by a link on the way',
    (workspace, other) => {
      mkdirSync(join(workspace, 'x'));
      symlinkSync(join(other, '.git'), join(workspace, 'x/.git'));
      writeFileSync(join(workspace, '.git'), 'gitdir: x/.git\n');
    },
  ],
  ['the root of everything', (workspace) => writeFileSync(join(workspace, '.git'), 'gitdir: /\n')],
  ['nothing', (workspace) => writeFileSync(join(workspace, '.git'), 'gitdir: /none\n')],
  ['two folders', (workspace) => writeFileSync(join(workspace, '.git'), 'gitdir: a\ngitdir: b\n')],
  ['no words', (workspace) => writeFileSync(join(workspace, '.git'), '')],
])('a .git that an agent wrote, which names %s, is not believed', (_what, plant) => {
  const other = makeRepository('private');
  mkdirSync(join(root, 'workspace'));
  plant(join(root, 'workspace'), other);
  const { repository, refused } = find('workspace');
  expect(repository).toBeUndefined();
  expect(refused).toContain(join(root, 'workspace', '.git'));
});

test('a submodule that an agent made up leads nowhere but into the folder of modules', () => {
  makeRepository('main');
  const other = makeRepository('private');
  mkdirSync(join(root, 'main/.git/modules'));
  symlinkSync(join(other, '.git'), join(root, 'main/.git/modules/x'));
  writeFileSync(join(root, 'main/sub/.git'), 'gitdir: ../.git/modules/x\n');
  expect(find('main/sub').repository).toBeUndefined();
  cpSync(join(other, '.git'), join(root, 'main/.git/modules/y'), { recursive: true });
  writeFileSync(join(root, 'main/sub/.git'), 'gitdir: ../.git/modules/y\n');
  expect(find('main/sub').refused).toContain('in turn');
});

test('a worktree that was moved by hand is not believed', () => {
  makeRepository('main');
  git('main', 'worktree', 'add', '-q', '../tree');
  renameSync(join(root, 'tree'), join(root, 'moved'));
  expect(readFileSync(join(root, 'moved/.git'), 'utf8')).toContain('worktrees/tree');
  expect(find('moved').refused).toContain('in turn');
});

test("a repository that holds Dragoman's own files, or the home folder, is not shown", () => {
  makeRepository('main');
  expect(find('main/sub', [join(root, 'main/state')]).refused).toContain('files of Dragoman');
  vi.stubEnv('HOME', join(root, 'main/sub'));
  expect(find('main/sub/deep').refused).toContain('holds all of');
});
