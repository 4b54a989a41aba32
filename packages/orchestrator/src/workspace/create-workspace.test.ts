import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createGitFixture,
  filesIn,
  type GitFixture,
  put,
  untouched,
} from '../../test-inputs/git-fixture.js';
import { pruneSeeds } from '../seed/prune-seeds.js';
import { listWorkspaces, openWorkspace, removeWorkspace } from './remove-workspace.js';
import { sparsePatterns } from './sparse-patterns.js';
import { recordPath, setWorkspaceState } from './workspace-record.js';

let fixture: GitFixture;
beforeEach(async () => {
  fixture = await createGitFixture();
});
afterEach(() => fixture.remove());

const user = (...args: string[]) => fixture.user(fixture.host, ...args);
const root = () => join(fixture.root, 'workspaces');

test('branches that are included are plain local ones, and there is no other ref', async () => {
  const includes = [{ name: 'feature/x', commit: user('rev-parse', 'v1^{commit}') }];
  const { workspace } = await fixture.workspace('task', { includes });
  const refs = fixture.user(
    workspace.directory,
    'for-each-ref',
    '--format=%(refname) %(objectname)',
  );
  expect(refs.split('\n')).toEqual([
    `refs/heads/feature/x ${includes[0]?.commit}`,
    `refs/heads/main ${user('rev-parse', 'main')}`,
  ]);
  expect(fixture.user(workspace.directory, 'remote')).toBe('');
  const clash = fixture.workspace('other', {
    includes: [{ name: 'main/x', commit: workspace.base.commit }],
  });
  await expect(clash).rejects.toMatchObject({ code: 'include_invalid' });
});

test('a base that is no branch is worked on in a branch of its own', async () => {
  const { workspace } = await fixture.workspace('task', { text: 'v1' });
  expect(fixture.user(workspace.directory, 'symbolic-ref', 'HEAD')).toBe('refs/heads/work');
  expect(fixture.user(workspace.directory, 'status', '--porcelain')).toBe('');
});

test('only the folders that are asked for are checked out, and the rest is not taken for removed', async () => {
  const sparse = sparsePatterns(['src/deep']);
  const made = await fixture.workspace('task', { sparse });
  expect(Object.keys(filesIn(made.workspace.directory))).toEqual([
    ...['.gitignore', 'README', 'link', 'run.sh', 'src/deep/a.txt'],
  ]);
  put(made.workspace.directory, 'src/deep/b.txt', 'b\n');
  put(made.workspace.directory, 'beside/c.txt', 'c\n');
  const work = await fixture.collect(made.workspace);
  await fixture.import(made, work);
  const changed = () => user('diff', '--name-status', 'main', 'dragoman/test/task').split('\n');
  expect(changed()).toEqual(['A\tbeside/c.txt', 'A\tsrc/deep/b.txt']);
  fixture.agent(made.workspace.directory, 'rm -rf .git');
  await fixture.import(made, await fixture.collect(made.workspace), { conflict: 'overwrite' });
  expect(changed()).toEqual(['A\tbeside/c.txt', 'A\tsrc/deep/b.txt']);
}, 180_000);

test('the folders that the user has checked out are those of the workspace', async () => {
  fixture.user(fixture.root, 'clone', '-q', 'host', 'sparse');
  const path = join(fixture.root, 'sparse');
  fixture.user(path, 'sparse-checkout', 'set', 'src');
  const { workspace } = await fixture.workspace('task', { path });
  expect(workspace.sparse?.cone).toBe(true);
  expect(filesIn(workspace.directory)).toEqual(filesIn(path));
});

test.each([['/etc'], ['..'], ['a/../../b'], [''], ['a\nb']])(
  '%j is no folder to check out',
  (path) => {
    expect(() => sparsePatterns([path])).toThrow(
      expect.objectContaining({ code: 'sparse_invalid' }),
    );
  },
);

test('a repository with other object names, and one that is cut off, are worked on as any', async () => {
  const path = join(fixture.root, 'sha256');
  fixture.user(fixture.root, 'init', '-q', '-b', 'main', '--object-format=sha256', path);
  put(path, 'a', 'a\n');
  fixture.user(path, 'add', '-A');
  fixture.user(path, 'commit', '-qm', 'one');
  fixture.user(fixture.root, 'clone', '-q', '--depth=1', `file://${fixture.host}`, 'shallow');
  for (const folder of [path, join(fixture.root, 'shallow')]) {
    const name = `task-${folder.length}`;
    const made = await fixture.workspace(name, { path: folder });
    const before = filesIn(folder);
    fixture.agent(made.workspace.directory, 'echo b >b; git add b; git commit -qm two; echo c >c');
    const work = await fixture.collect(made.workspace);
    const repository = await fixture.repository(folder);
    const imported = await fixture.import(made, work, { repository });
    expect(imported).toMatchObject({ stats: { commits: 2, files: 2 }, historyRewritten: false });
    expect(fixture.user(folder, 'fsck', '--connectivity-only')).toBe('');
    expect(filesIn(folder)).toEqual(before);
  }
}, 180_000);

test('what was being made when its process died is made anew; what may hold work is left alone', async () => {
  const { workspace } = await fixture.workspace('task');
  const path = recordPath(root(), 'task');
  const record = JSON.parse(readFileSync(path, 'utf8'));
  put(workspace.directory, 'work.txt', 'work');
  await expect(fixture.workspace('task')).rejects.toMatchObject({ code: 'workspace_exists' });
  expect(existsSync(join(workspace.directory, 'work.txt'))).toBe(true);
  writeFileSync(path, JSON.stringify({ ...record, state: 'making' }));
  await fixture.workspace('task');
  expect(existsSync(join(workspace.directory, 'work.txt'))).toBe(false);
  mkdirSync(join(root(), 'unknown'));
  await expect(fixture.workspace('unknown')).rejects.toMatchObject({ code: 'workspace_exists' });
});

test('a workspace is not removed before its work is imported, unless a person says so', async () => {
  const { workspace, seed } = await fixture.workspace('task');
  const location = { root: root(), name: 'task' };
  expect(openWorkspace(location)).toMatchObject({ workspace, state: 'open' });
  await expect(removeWorkspace(location)).rejects.toMatchObject({ code: 'workspace_unimported' });
  seed.release();
  // Its objects are in the seed.
  expect((await pruneSeeds(join(fixture.root, 'cache/seeds'), 0)).removed).toEqual([]);
  setWorkspaceState(root(), workspace, 'imported');
  await removeWorkspace(location);
  await removeWorkspace(location);
  expect(existsSync(workspace.directory)).toBe(false);
  expect((await pruneSeeds(join(fixture.root, 'cache/seeds'), 0)).removed).toEqual([
    seed.directory,
  ]);
  await fixture.workspace('other');
  expect(listWorkspaces(root())).toEqual(['other']);
  await removeWorkspace({ root: root(), name: 'other', force: true });
  expect(listWorkspaces(root())).toEqual([]);
  expect(() => openWorkspace(location)).toThrow(
    expect.objectContaining({ code: 'workspace_missing' }),
  );
});

test.each(['../x', '.x', 'a/b', '', 'x.json', 'a\n'])('%j names no workspace', async (name) => {
  await expect(fixture.workspace(name)).rejects.toMatchObject({ code: 'workspace_name_invalid' });
});

test('a root that others may enter is refused', async () => {
  await fixture.workspace('task');
  expect(statSync(root()).mode & 0o777).toBe(0o700);
  chmodSync(root(), 0o755);
  await expect(fixture.workspace('other')).rejects.toMatchObject({ code: 'workspace_root_open' });
});

test('a full disk is said to be one, and nothing is left of the workspace', async ({ skip }) => {
  put(fixture.host, 'big', 'x'.repeat(2_000_000));
  user('add', 'big');
  user('commit', '-qm', 'big');
  const before = untouched(fixture);
  mkdirSync(root(), { mode: 0o700 });
  const unmount = mountSmallDisk(root(), 1024 * 1024) ?? skip();
  try {
    chmodSync(root(), 0o700);
    await expect(fixture.workspace('task')).rejects.toMatchObject({ code: 'disk_full' });
    expect(existsSync(join(root(), 'task'))).toBe(false);
    expect(listWorkspaces(root())).toEqual([]);
  } finally {
    unmount();
  }
  expect(untouched(fixture)).toEqual(before);
});
