import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessSandboxes, thisOwner } from '@dragoman/sandbox';
import { mountSmallDisk, requireProgram } from '@dragoman/testkit';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import {
  createGitFixture,
  type GitFixture,
  type MadeWorkspace,
  untouched,
} from '../../test-inputs/git-fixture.js';
import type { CollectedWork } from '../contract.js';

beforeAll(() => requireProgram('bwrap', 'bubblewrap'), 600_000);

let fixture: GitFixture;
beforeEach(async () => {
  fixture = await createGitFixture();
});
afterEach(() => fixture.remove());

const user = (...args: string[]) => fixture.user(fixture.host, ...args);
const own = () =>
  user('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/dragoman', 'refs/dragoman')
    .split('\n')
    .filter(Boolean);

interface Done extends MadeWorkspace {
  readonly work: CollectedWork;
}

async function done(
  name: string,
  script = 'echo w >w; git add w; git commit -qm w',
): Promise<Done> {
  const made = await fixture.workspace(name);
  fixture.agent(made.workspace.directory, script);
  return { ...made, work: await fixture.collect(made.workspace) };
}

test('work arrives with its past, although the base is gone from the repository meanwhile', async () => {
  user('branch', 'base', 'secret');
  const made = await fixture.workspace('task', { text: 'base' });
  fixture.agent(made.workspace.directory, 'echo w >w; git add w; git commit -qm w');
  const work = await fixture.collect(made.workspace);
  user('branch', '-D', 'base');
  user('branch', '-D', 'secret');
  user('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
  // Of the stash only the log knows, and that is not what this is about.
  user('gc', '-q', '--prune=now');
  expect(() => user('cat-file', '-e', made.workspace.base.commit)).toThrow();
  const imported = await fixture.import(made, work);
  expect(imported).toMatchObject({ historyRewritten: false, stats: { commits: 1 } });
  expect(user('log', '--format=%s', 'dragoman/test/task').split('\n')).toEqual([
    'w',
    'secret',
    'two',
    'one',
  ]);
}, 180_000);

test('history that the agent has rewritten is imported and called so', async () => {
  const amended = await done('amended', 'echo x >README; git commit -qa --amend -m other');
  expect(await fixture.import(amended, amended.work)).toMatchObject({
    historyRewritten: true,
    stats: { commits: 1, files: 1, insertions: 1, deletions: 1 },
  });
  const orphan = await done('orphan', 'git checkout -q --orphan new; git commit -qm alone');
  expect(await fixture.import(orphan, orphan.work)).toMatchObject({
    historyRewritten: true,
    stats: { commits: 1, files: 6 },
  });
  const back = await done('back', 'git reset -q --hard HEAD~1');
  expect(back.work.bundle).toBeUndefined();
  expect(await fixture.import(back, back.work)).toMatchObject({
    historyRewritten: true,
    branch: 'dragoman/test/back',
    stats: { commits: 0, files: 0 },
  });
}, 180_000);

test('a commit that the base does not reach is refused, though the repository has it', async () => {
  const { work, ...made } = await done('task');
  const secret = user('rev-parse', 'secret');
  const claimed = { ...work, tip: secret };
  await expect(fixture.import(made, claimed)).rejects.toMatchObject({ code: 'import_refused' });
  const other = { kind: 'branch', name: 'x', commit: secret } as const;
  const { lost, others } = await fixture.import(made, { ...work, others: [other] });
  expect({ lost, others }).toEqual({
    lost: [{ name: 'x', reason: 'it did not arrive' }],
    others: [],
  });
}, 180_000);

test('a lock that is held is waited for, and then said; one of a dead process is taken over', async () => {
  const { work, ...made } = await done('task');
  const lock = join(fixture.host, '.git/dragoman_import.lock');
  writeFileSync(lock, JSON.stringify(thisOwner()));
  const importing = fixture.import(made, work, { lockPatienceMs: 0 });
  await expect(importing).rejects.toMatchObject({ code: 'import_locked' });
  expect(own()).toEqual([]);
  writeFileSync(lock, JSON.stringify({ ...thisOwner(), pid: 2 ** 22, startTime: '1' }));
  expect(await fixture.import(made, work)).toMatchObject({ branch: 'dragoman/test/task' });
}, 180_000);

test('many imports at once lose nothing, and the same one many times is one', async () => {
  const all = [await done('one'), await done('two', 'echo 2 >2; git add 2; git commit -qm 2')];
  const results = await Promise.all([...all, ...all].map((one) => fixture.import(one, one.work)));
  expect(results.filter(({ dedupe }) => dedupe === undefined)).toHaveLength(2);
  expect(own()).toEqual([
    `refs/heads/dragoman/test/one ${all[0]?.work.tip}`,
    `refs/heads/dragoman/test/two ${all[1]?.work.tip}`,
  ]);
  const note = user('notes', '--ref=dragoman', 'show', all[0]?.work.tip ?? '');
  expect(note.split('\n')).toHaveLength(1);
}, 180_000);

test('two tasks with the same commit each have their line in its note', async () => {
  const one = await done('one', 'GIT_COMMITTER_NAME=A git commit -q --allow-empty -m same');
  const two = await done('two', 'GIT_COMMITTER_NAME=A git commit -q --allow-empty -m same');
  expect(two.work.tip).toBe(one.work.tip);
  await fixture.import(one, one.work);
  await fixture.import(two, two.work);
  const lines = user('notes', '--ref=dragoman', 'show', one.work.tip).split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line).instance_id)).toEqual(['one', 'two']);
  expect(own()).toHaveLength(2);
}, 180_000);

test('a branch of other work is kept, and what was fetched for nothing goes', async () => {
  const { work, ...made } = await done('task');
  user('branch', 'dragoman/test/task', 'main');
  const before = own();
  await expect(fixture.import(made, work)).rejects.toMatchObject({ code: 'branch_exists' });
  expect(own()).toEqual(before);
  user('symbolic-ref', 'refs/heads/dragoman/test/task_2', 'refs/heads/main');
  await expect(fixture.import(made, work, { conflict: 'suffix' })).rejects.toMatchObject({
    code: 'branch_symbolic',
  });
  user('symbolic-ref', '--delete', 'refs/heads/dragoman/test/task_2');
  expect(await fixture.import(made, work, { conflict: 'suffix' })).toMatchObject({
    branch: 'dragoman/test/task_2',
  });
  const main = user('rev-parse', 'main');
  expect(await fixture.import(made, work, { branch: 'dragoman/other' })).toMatchObject({
    branch: 'dragoman/other',
  });
  await fixture.import(made, work, { conflict: 'overwrite' });
  expect(user('rev-parse', 'dragoman/test/task', 'main')).toBe(`${work.tip}\n${main}`);
  await expect(fixture.import(made, work, { branch: 'main' })).rejects.toMatchObject({
    code: 'branch_invalid',
  });
}, 180_000);

test('from a linked worktree all goes to its repository, and what a worktree has checked out stays', async () => {
  user('config', 'user.useConfigOnly', 'true');
  user('branch', 'dragoman/test/task', 'main');
  user('worktree', 'add', '-q', '../linked', 'dragoman/test/task');
  const before = untouched(fixture);
  const path = join(fixture.root, 'linked');
  const made = await fixture.workspace('task', { path });
  fixture.agent(made.workspace.directory, 'echo w >w; git add w; git commit -qm w');
  const work = await fixture.collect(made.workspace);
  const repository = await fixture.repository(path);
  const importing = fixture.import(made, work, { repository, conflict: 'overwrite' });
  await expect(importing).rejects.toMatchObject({ code: 'branch_checked_out' });
  await fixture.import(made, work, { repository, branch: 'dragoman/test/new' });
  expect(user('rev-parse', 'dragoman/test/new')).toBe(work.tip);
  expect(untouched(fixture)).toEqual(before);
}, 180_000);

test('a full disk of the repository is said to be one, and it stays as it was', async ({
  skip,
}) => {
  const disk = join(fixture.root, 'small');
  mkdirSync(disk);
  const unmount = mountSmallDisk(disk, 1024 * 1024) ?? skip();
  try {
    const path = join(disk, 'host');
    fixture.user(fixture.root, 'clone', '-q', '--no-local', 'host', path);
    const made = await fixture.workspace('task', { path });
    fixture.agent(
      made.workspace.directory,
      'head -c 3000000 /dev/urandom >big; git add big; git commit -qm big',
    );
    const work = await fixture.collect(made.workspace);
    const refs = fixture.user(path, 'for-each-ref');
    const repository = await fixture.repository(path);
    await expect(fixture.import(made, work, { repository })).rejects.toMatchObject({
      code: 'disk_full',
    });
    expect(fixture.user(path, 'for-each-ref')).toBe(refs);
    const full = fixture.collect(made.workspace, { directory: join(disk, 'collected') });
    await expect(full).rejects.toMatchObject({ code: 'disk_full' });
  } finally {
    unmount();
  }
}, 180_000);

test('where nothing confines an agent, its files are read without its git', async () => {
  const made = await fixture.workspace('task');
  fixture.agent(
    made.workspace.directory,
    `echo w >w; git add w; git commit -qm w; echo left >left
     cp -r .git nested; mkdir -p in/er && mv nested in/er/.git && echo n >in/er/n
     printf '[core]\\n\\tfsmonitor = touch %s\\n' "$CANARY" | tee -a .git/config >>in/er/.git/config`,
  );
  const sandboxes = createProcessSandboxes({ stateDirectory: join(fixture.root, 'state') });
  const work = await fixture.collect(made.workspace, { sandboxes });
  await fixture.import(made, work);
  expect(user('log', '--format=%s', 'main..dragoman/test/task').split('\n')).toEqual([
    'What the agent left',
    'w',
  ]);
  expect(user('diff', '--name-only', 'main', 'dragoman/test/task').split('\n')).toEqual([
    'in/er/n',
    'left',
    'w',
  ]);
  expect(readdirSync(fixture.root)).not.toContain('canary');
}, 180_000);

/** Imports in a process that is killed with its Nth run of git: before it, or when it has been. */
const OWNER = `
  const [module, given, at, when] = process.argv.slice(1);
  const { importWork, openGit } = await import(module);
  const git = await openGit();
  let count = 0;
  const die = () => process.kill(process.pid, 'SIGKILL');
  const run = async (call) => {
    count += 1;
    if (count === Number(at) && when === 'before') die();
    const result = await git.run(call);
    if (count === Number(at) && when === 'after') die();
    return result;
  };
  await importWork({ ...git, run }, JSON.parse(given));
  process.exit(count >= Number(at) ? 1 : 7);
`;
const MODULE = new URL('../../dist/clones.js', import.meta.url).href;

test('an import that is killed between its steps is one branch in the end, and no more', async ({
  task,
}) => {
  const { work, ...made } = await done(
    'task',
    'echo w >w; git add w; git commit -qm w; git tag other; git reset -q --hard HEAD~1; echo v >v',
  );
  const before = untouched(fixture);
  const repository = await fixture.repository();
  const provenance = { instance: 'task' };
  const given = { repository, work, seed: made.seed, branch: 'dragoman/test/task', provenance };
  const expected = [
    `refs/dragoman/other/task/tag/other ${work.others[0]?.commit}`,
    `refs/heads/dragoman/test/task ${work.tip}`,
  ];
  const refs = [...expected.map((line) => line.split(' ')[0] ?? ''), 'refs/notes/dragoman'];
  // Each run of git where there is time for it; else the fetch, and both sides of the transaction.
  const last = await kill(given, 1000, 'before');
  expect(own().sort()).toEqual(expected);
  const steps = inject('isDeep')
    ? Array.from({ length: last }, (_, at) => at + 1)
    : [last - 8, last];
  for (const step of steps) {
    for (const when of ['before', 'after']) {
      for (const ref of refs) user('update-ref', '-d', ref);
      await kill(given, step, when);
      expect(await fixture.import(made, work, { provenance })).toMatchObject({ commit: work.tip });
      expect(own().sort()).toEqual(expected);
      expect(untouched(fixture)).toEqual(before);
    }
  }
  task.meta.count = steps.length * 2;
}, 600_000);

/** How many runs of git there were, where it lived. */
async function kill(given: object, step: number, when: string): Promise<number> {
  const script = `${OWNER.replace('process.exit(', 'console.log(count); process.exit(')}`;
  const args = [
    '--input-type=module',
    '-e',
    script,
    MODULE,
    JSON.stringify(given),
    String(step),
    when,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const [code, signal] = await once(child, 'close');
  expect(signal ?? code).toBe(step === 1000 ? 7 : 'SIGKILL');
  return Number(said);
}
