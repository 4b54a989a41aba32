import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGitFixture, type GitFixture, put } from '../../test-inputs/git-fixture.js';
import { prepareSeed, type SeedRequest } from './prepare-seed.js';
import { pruneSeeds } from './prune-seeds.js';

let fixture: GitFixture;
beforeEach(async () => {
  fixture = await createGitFixture();
});
afterEach(() => fixture.remove());

const user = (...args: string[]) => fixture.user(fixture.host, ...args);
const seeds = () => join(fixture.root, 'cache/seeds');
async function prepare(names: string[], request: Partial<SeedRequest> = {}, path?: string) {
  const repository = await fixture.repository(path);
  const commits = names.map((name) => user('rev-parse', `${name}^{commit}`));
  const { git, userConfig } = fixture;
  return prepareSeed(git, { repository, commits, root: seeds(), userConfig, ...request });
}
const objectsIn = (directory: string) =>
  fixture
    .user(
      directory,
      '-c',
      'safe.directory=*',
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objectname)',
    )
    .split('\n')
    .sort();
const reachedBy = (...names: string[]) => {
  const text = user('rev-list', '--objects', '--no-object-names', ...names);
  return [...new Set(text.split('\n'))].sort();
};
const packsIn = (directory: string) =>
  readdirSync(join(directory, 'objects/pack')).filter((name) => name.endsWith('.pack'));

/** Without the right to, also for root, to whom the rights of files mean nothing. */
const modeOf = (path: string) => statSync(path).mode & 0o222;

test('a seed has what its commits reach and nothing else, and nobody writes to it', async () => {
  const seed = await prepare(['main~1']);
  expect(objectsIn(seed.directory)).toEqual(reachedBy('main~1'));
  expect(existsSync(join(seed.directory, 'FETCH_HEAD'))).toBe(false);
  const [pack = ''] = packsIn(seed.directory);
  const paths = ['', 'objects/pack', `objects/pack/${pack}`, 'packed-refs', 'config'];
  expect(paths.filter((path) => modeOf(join(seed.directory, path)) !== 0)).toEqual([]);
  expect((await prepare(['main~1'])).made).toBe(false);
});

test('when a base moves on, its new seed shares the packs of the old one, which stays as it was', async () => {
  const old = await prepare(['main~1']);
  const seed = await prepare(['main']);
  expect(seed.made).toBe(true);
  expect(objectsIn(seed.directory)).toEqual(reachedBy('main'));
  expect(objectsIn(old.directory)).toEqual(reachedBy('main~1'));
  const [pack = ''] = packsIn(old.directory);
  const inode = (directory: string) => statSync(join(directory, 'objects/pack', pack)).ino;
  expect(inode(seed.directory)).toBe(inode(old.directory));
  // What the first base does not reach is not for agents that begin there.
  const other = await prepare(['secret']);
  const back = await prepare(['v1']);
  expect(objectsIn(back.directory)).toEqual(reachedBy('v1^{commit}'));
  expect(objectsIn(other.directory)).toEqual(reachedBy('secret'));
});

test('a seed of which a part was cleared away is made anew', async () => {
  const seed = await prepare(['main']);
  seed.release();
  rmSync(join(seed.directory, 'packed-refs'));
  expect(await prepare(['main'])).toMatchObject({ made: true, directory: seed.directory });
});

test('several that want the same seed at once get one', async () => {
  const all = await Promise.all([1, 2, 3].map(() => prepare(['main', 'v1'])));
  expect(all.filter(({ made }) => made)).toHaveLength(1);
  expect(new Set(all.map(({ directory }) => directory)).size).toBe(1);
  const beside = readdirSync(join(all[0]?.directory ?? '', '..'));
  expect(beside.filter((name) => name.includes('draft'))).toEqual([]);
});

test('what was not used for longest is removed first, and nothing that is in use', async () => {
  const [one, two, three] = [
    await prepare(['main~1']),
    await prepare(['secret']),
    await prepare(['main']),
  ];
  for (const [at, seed] of [one, two, three].entries()) {
    utimesSync(seed.directory, 1000 + at, 1000 + at);
  }
  two.release();
  three.release();
  const { removed } = await pruneSeeds(seeds(), 0);
  expect(removed).toEqual([two.directory, three.directory]);
  expect(existsSync(one.directory)).toBe(true);
  one.release();
  expect(await pruneSeeds(seeds(), 0)).toEqual({ removed: [one.directory], bytes: 0 });
  const after = await prepare(['main'], { maxBytes: 0 });
  expect(existsSync(after.directory)).toBe(true);
});

test('a shallow repository is a base, and where it is cut off is known', async () => {
  fixture.user(fixture.root, 'clone', '-q', '--depth=1', `file://${fixture.host}`, 'shallow');
  const seed = await prepare(['main'], {}, join(fixture.root, 'shallow'));
  expect(seed.shallow?.trim()).toBe(user('rev-parse', 'main'));
  expect(
    fixture.user(
      seed.directory,
      '-c',
      'safe.directory=*',
      'rev-list',
      '--count',
      seed.commits[0] ?? '',
    ),
  ).toBe('1');
});

test('a partial clone in which objects are missing is refused, with what to do', async () => {
  user('config', 'uploadpack.allowFilter', 'true');
  const options = ['--filter=blob:none', '--no-checkout', `file://${fixture.host}`, 'partial'];
  fixture.user(fixture.root, 'clone', '-q', ...options);
  const path = join(fixture.root, 'partial');
  expect((await fixture.repository(path)).partial).toBe(true);
  await expect(prepare(['main'], {}, path)).rejects.toMatchObject({
    code: 'repository_partial',
    message: expect.stringContaining('git fetch --refetch --no-filter'),
  });
});

test('a full disk is said to be one, and leaves no half of a seed', async ({ skip }) => {
  put(
    fixture.host,
    'big',
    Array.from({ length: 200_000 }, (_, at) => (at * 7919 * 7919) % 99_991).join(''),
  );
  user('add', 'big');
  user('commit', '-qm', 'big');
  put(fixture.root, 'cache/seeds/x', '');
  const unmount = mountSmallDisk(seeds(), 300 * 1024) ?? skip();
  try {
    await expect(prepare(['main'])).rejects.toMatchObject({ code: 'disk_full' });
    const [repository = ''] = readdirSync(seeds()).filter((name) => !name.endsWith('.lock'));
    const left = readdirSync(join(seeds(), repository));
    expect(left.filter((name) => name.includes('draft'))).toEqual([]);
  } finally {
    unmount();
  }
});
