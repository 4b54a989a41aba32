import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createGitFixture,
  type GitFixture,
  put,
  untouched,
} from '../../test-inputs/git-fixture.js';
import { checkNamespace, findHostRepository } from './host-repository.js';
import { resolveBase } from './resolve-base.js';
import { userConfigFile } from './user-config.js';

let fixture: GitFixture;
beforeAll(async () => {
  fixture = await createGitFixture();
});
afterAll(() => fixture.remove());

const user = (...args: string[]) => fixture.user(fixture.host, ...args);
async function resolve(base: string, path?: string) {
  const { git, userConfig } = fixture;
  return resolveBase(git, await fixture.repository(path), { base, userConfig });
}

test.each([
  ['a branch', 'secret', 'secret', 'secret'],
  ['the branch of HEAD', 'HEAD', 'main', 'main'],
  ['a full name', 'refs/heads/main', 'main', 'main'],
  ['a tag with words of its own', 'v1', 'v1^{commit}', undefined],
  ['a commit that is no tip', 'main~1', 'main~1', undefined],
])('%s is found, with its branch if it is one', async (_what, text, expected, branch) => {
  expect(await resolve(text)).toEqual({
    text,
    commit: user('rev-parse', expected),
    ...(branch !== undefined && { branch }),
  });
});

test('a commit is found by its full name, one that another run has made, too', async () => {
  const commit = user('rev-parse', 'secret');
  expect(await resolve(commit)).toEqual({ text: commit, commit });
});

test.each(['nothing', '--help', '-x', 'main..secret', 'main:README', ''])(
  'what is no commit is refused, with what git says: %j',
  async (text) => {
    await expect(resolve(text)).rejects.toMatchObject({ code: 'base_missing' });
  },
);

test('a name that a branch and a tag have is refused', async () => {
  user('branch', 'both', 'main');
  user('tag', 'both', 'main~1');
  await expect(resolve('both')).rejects.toMatchObject({
    code: 'base_ambiguous',
    message: expect.stringContaining('refs/heads/both'),
  });
  user('branch', '-D', 'both');
  user('tag', '-d', 'both');
});

test('the files of the worktree become a commit, and the user finds all as it was', async () => {
  const before = untouched(fixture);
  const time = statSync(join(fixture.host, '.git/index'), { bigint: true }).mtimeNs;
  const base = await resolve('worktree');
  expect(base).toMatchObject({ text: 'worktree', branch: 'main' });
  expect(user('diff', '--name-status', 'main', base.commit).split('\n')).toEqual([
    'M\tREADME',
    'M\tlib/b.txt',
    'A\tnew.txt',
  ]);
  expect(await resolve('worktree')).toEqual(base);
  expect(untouched(fixture)).toEqual(before);
  expect(statSync(join(fixture.host, '.git/index'), { bigint: true }).mtimeNs).toBe(time);
  // Git does not throw it away while it is a base.
  user('gc', '-q', '--prune=now');
  expect(user('cat-file', '-t', base.commit)).toBe('commit');
});

test("what the user's own git ignores everywhere is not in that commit", async () => {
  put(fixture.root, 'user/.config/git/ignore', 'new.txt\n');
  const { git } = fixture;
  const userConfig = userConfigFile({
    directory: join(fixture.root, 'cache'),
    repository: fixture.host,
    environment: { HOME: join(fixture.root, 'user') },
  });
  expect(readFileSync(userConfig, 'utf8')).toContain('excludesFile');
  const { commit } = await resolveBase(git, await fixture.repository(), {
    base: 'worktree',
    userConfig,
  });
  expect(user('diff', '--name-only', 'main', commit)).toBe('README\nlib/b.txt');
});

test('a clean worktree, a bare repository and one without a commit are told apart', async () => {
  const { root, git, userConfig } = fixture;
  fixture.user(root, 'clone', '-q', 'host', 'clean');
  const clean = await resolve('worktree', join(root, 'clean'));
  expect(clean.commit).toBe(user('rev-parse', 'main'));
  fixture.user(root, 'clone', '-q', '--bare', 'host', 'bare');
  const bare = await fixture.repository(join(root, 'bare'));
  expect(bare).toMatchObject({ commonDir: join(root, 'bare'), shallow: false, partial: false });
  await expect(resolve('worktree', join(root, 'bare'))).rejects.toMatchObject({
    code: 'base_missing',
  });
  fixture.user(root, 'init', '-q', 'empty');
  await expect(resolve('HEAD', join(root, 'empty'))).rejects.toThrow(/commit something first/);
  const search = (path: string) => findHostRepository(git, { path, userConfig });
  await expect(search(root)).rejects.toMatchObject({ code: 'repository_missing' });
  await expect(search(join(root, 'nowhere'))).rejects.toMatchObject({ code: 'repository_missing' });
});

test('a linked worktree has the objects of its repository, and files and HEAD that are its', async () => {
  user('worktree', 'add', '-q', '../linked', '-b', 'linked');
  put(fixture.root, 'linked/only-here.txt', 'x');
  const linked = await fixture.repository(join(fixture.root, 'linked'));
  expect(linked).toMatchObject({
    worktree: join(fixture.root, 'linked'),
    commonDir: join(fixture.host, '.git'),
    gitDir: join(fixture.host, '.git/worktrees/linked'),
  });
  const base = await resolve('worktree', join(fixture.root, 'linked'));
  expect(user('diff', '--name-only', 'linked', base.commit)).toBe('only-here.txt');
});

test('a branch that has the name of our folder is found before anything is made', async () => {
  const repository = await fixture.repository();
  await checkNamespace(fixture.git, repository);
  user('branch', 'dragoman', 'main');
  await expect(checkNamespace(fixture.git, repository)).rejects.toMatchObject({
    code: 'namespace_taken',
    message: expect.stringContaining('git branch -m dragoman'),
  });
  user('branch', '-D', 'dragoman');
});
