import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from '@dragoman/testkit';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGitFixture, type GitFixture, put, untouched } from '../test-inputs/git-fixture.js';

beforeAll(() => requireProgram('bwrap', 'bubblewrap'), 600_000);

let fixture: GitFixture;
beforeEach(async () => {
  fixture = await createGitFixture();
});
afterEach(() => fixture.remove());

test('commits and uncommitted files of an agent become a branch, and nothing else changes', async () => {
  const before = untouched(fixture);
  const made = await fixture.workspace('task');
  const { directory } = made.workspace;
  expect(fixture.user(directory, 'status', '--porcelain')).toBe('');
  expect(lstatSync(directory).mode & 0o777).toBe(0o700);
  expect(lstatSync(join(directory, 'run.sh')).mode & 0o111).not.toBe(0);
  expect(readdirSync(join(directory, '.git')).sort()).toEqual([
    'HEAD',
    'config',
    'index',
    'info',
    'logs',
    'objects',
    'refs',
  ]);
  const said = await fixture.inside(
    made,
    `git config user.name >/dev/null; export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
     echo done >README && git commit -qam 'the work' && echo left >left.txt && mkdir ignored && echo no >ignored/x && git log --format=%s`,
  );
  expect(said).toBe('the work\ntwo\none\n');
  const work = await fixture.collect(made.workspace);
  expect(work).toMatchObject({
    uncommitted: { files: 1, insertions: 1, untracked: 1, disposition: 'committed' },
    others: [],
    lost: [],
  });
  expect(work.recovered).toBeUndefined();
  const ran = join(fixture.root, 'hook-ran');
  const hook = join(fixture.host, '.git/hooks/reference-transaction');
  put(fixture.host, '.git/hooks/reference-transaction', `#!/bin/sh\ntouch ${ran}\n`);
  chmodSync(hook, 0o755);
  const imported = await fixture.import(made, work);
  expect(existsSync(ran)).toBe(false);
  rmSync(hook);
  expect(imported).toMatchObject({
    branch: 'dragoman/test/task',
    commit: work.tip,
    historyRewritten: false,
    stats: { commits: 2, files: 2, insertions: 2, deletions: 1 },
    submodules: [],
  });
  const { host } = fixture;
  expect(fixture.user(host, 'log', '--format=%an: %s', 'main..dragoman/test/task')).toBe(
    'An Agent: What the agent left\nA: the work',
  );
  expect(fixture.user(host, 'show', 'dragoman/test/task:left.txt')).toBe('left');
  const note = fixture.user(host, 'notes', '--ref=dragoman', 'show', 'dragoman/test/task');
  expect(JSON.parse(note)).toEqual({
    v: 1,
    run_id: 'run',
    instance_id: 'task',
    branch: 'dragoman/test/task',
    base_commit: made.workspace.base.commit,
  });
  expect(fixture.user(host, 'for-each-ref', 'refs/dragoman')).toBe('');
  expect(untouched(fixture)).toEqual(before);
  // Again, as after a process that did not live to write it down.
  const again = await fixture.import(made, await fixture.collect(made.workspace));
  expect(again).toMatchObject({ commit: work.tip, dedupe: 'same_task' });
  expect(fixture.user(host, 'notes', '--ref=dragoman', 'show', work.tip)).toBe(note);
}, 120_000);

test('an agent can read what the base reaches and nothing else', async () => {
  const made = await fixture.workspace('task');
  const said = await fixture.inside(
    made,
    "git cat-file --batch-all-objects --batch-check='%(objectname)'",
  );
  const reached = fixture.user(fixture.host, 'rev-list', '--objects', '--no-object-names', 'main');
  expect(said.trim().split('\n').sort()).toEqual([...new Set(reached.split('\n'))].sort());
  const secret = fixture.user(fixture.host, 'rev-parse', 'secret');
  expect(await fixture.inside(made, `git cat-file -e ${secret}; echo $?`)).toMatch(/^[^0]/);
}, 180_000);

test('without a change there is no branch, or one at the base where that is asked for', async () => {
  const made = await fixture.workspace('task');
  const work = await fixture.collect(made.workspace);
  expect(work.bundle).toBeUndefined();
  const none = await fixture.import(made, work);
  expect(none).toMatchObject({ dedupe: 'no_changes', stats: { commits: 0, files: 0 } });
  expect(none.branch).toBeUndefined();
  const branch = await fixture.import(made, work, { empty: 'branch' });
  expect(branch.branch).toBe('dragoman/test/task');
  expect(fixture.user(fixture.host, 'rev-parse', 'dragoman/test/task')).toBe(work.tip);
}, 180_000);

test('branches, stashes, tags and worktrees beside the branch come along under refs of ours', async () => {
  const made = await fixture.workspace('task');
  fixture.agent(
    made.workspace.directory,
    `git checkout -qb feature/x && echo x >x && git add x && git commit -qm x
     echo dirty >README && git stash -q && echo more >README && git stash -q
     git tag planted && git checkout -q main
     git worktree add -q --detach ../outside && cd ../outside && echo w >w && git add w && git commit -qm w`,
  );
  const work = await fixture.collect(made.workspace);
  const imported = await fixture.import(made, work);
  expect(imported.others.map(({ kind, name, ref }) => [kind, name, ref])).toEqual([
    ['branch', 'feature/x', 'refs/dragoman/other/task/branch/feature%2fx'],
    ['tag', 'planted', 'refs/dragoman/other/task/tag/planted'],
    ['stash', 'stash@{0}', 'refs/dragoman/other/task/stash/stash%40%7b0%7d'],
    ['stash', 'stash@{1}', 'refs/dragoman/other/task/stash/stash%40%7b1%7d'],
    ['worktree', 'outside', 'refs/dragoman/other/task/worktree/outside'],
  ]);
  expect(fixture.user(fixture.host, 'show', 'refs/dragoman/other/task/branch/feature%2fx:x')).toBe(
    'x',
  );
  expect(fixture.user(fixture.host, 'tag')).toBe('v1');
}, 180_000);

test.each([
  ['removed', 'rm -rf .git', /no \.git/],
  ['a file that leads to the user', 'rm -rf .git; echo "gitdir: $HOST/.git" >.git', /no folder/],
  ['a link to the user', 'rm -rf .git; ln -s "$HOST/.git" .git', /no folder/],
  ['without objects', 'git commit -qam lost; rm -rf .git/objects; mkdir .git/objects', /missing/],
  ['without a HEAD', 'rm .git/HEAD', /names no branch/],
])(
  'where .git is %s, the files come as they are',
  async (_what, breaks, reason) => {
    const before = untouched(fixture);
    const made = await fixture.workspace('task');
    fixture.agent(
      made.workspace.directory,
      `echo w >README; rm lib/b.txt; mkdir -p ignored new; echo i >ignored/i; echo n >'new/ü"
x'; chmod +x src/deep/a.txt; git init -q new/nested; echo in >new/nested/file; ${breaks}`,
    );
    const work = await fixture.collect(made.workspace);
    expect(work.recovered?.reason).toMatch(reason);
    await fixture.import(made, work);
    const { host } = fixture;
    expect(
      fixture
        .user(host, 'diff', '--no-renames', '-z', '--name-status', 'main', 'dragoman/test/task')
        .split('\0'),
    ).toEqual([
      'M',
      'README',
      'D',
      'lib/b.txt',
      'A',
      'new/nested/file',
      'A',
      'new/ü"\nx',
      'M',
      'src/deep/a.txt',
      '',
    ]);
    expect(fixture.user(host, 'show', 'dragoman/test/task:new/nested/file')).toBe('in');
    expect(untouched(fixture)).toEqual(before);
  },
  60_000,
);

test('a repository in the workspace is taken along as files, on the commits of the agent', async () => {
  const made = await fixture.workspace('task');
  fixture.agent(
    made.workspace.directory,
    `echo w >README; git commit -qam work; git init -q app; echo a >app/index; echo log >app/a.log`,
  );
  const work = await fixture.collect(made.workspace);
  await fixture.import(made, work);
  const { host } = fixture;
  expect(fixture.user(host, 'log', '--format=%s', 'main..dragoman/test/task').split('\n')).toEqual([
    'What the agent left',
    'work',
  ]);
  expect(fixture.user(host, 'diff', '--name-only', 'main', 'dragoman/test/task')).toBe(
    'README\napp/index',
  );
}, 180_000);

test('what was left stays in the workspace, or fails the task, where that is asked for', async () => {
  const made = await fixture.workspace('task');
  put(made.workspace.directory, 'left.txt', 'left\n');
  const kept = await fixture.collect(made.workspace, { uncommitted: 'keep' });
  expect(kept).toMatchObject({
    tip: made.workspace.base.commit,
    uncommitted: { files: 1, disposition: 'kept' },
  });
  await expect(fixture.collect(made.workspace, { uncommitted: 'fail' })).rejects.toMatchObject({
    code: 'work_uncommitted',
  });
  expect(readFileSync(join(made.workspace.directory, 'left.txt'), 'utf8')).toBe('left\n');
}, 180_000);
