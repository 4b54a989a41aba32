import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foundSandboxes } from './found-sandboxes.js';
import { thisOwner } from './process-owner.js';
import {
  createSandboxFolders,
  draftName,
  recordPath,
  type SandboxFolders,
  sandboxDirectory,
} from './sandbox-folders.js';

let root: string;
let made: SandboxFolders;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-found-'));
  const folders = { stateDirectory: root, workspace: root, home: root };
  made = await createSandboxFolders({ ...folders, kind: 'process', labels: { turn: 'one' } });
});
afterEach(async () => {
  await made.remove();
  await rm(root, { recursive: true, force: true });
});

/** Changes what the record says, as if its owner had died, or somebody had meddled with it. */
async function rewrite(change: object): Promise<void> {
  const directory = sandboxDirectory(root, made.record.id);
  await writeFile(recordPath(directory), JSON.stringify({ ...made.record, ...change }));
}

const DEAD = { owner: { ...thisOwner(), startTime: '1' } };

test('a sandbox is found by its own kind, with what there is of it', async () => {
  await writeFile(join(made.record.runDirectory, 'a.sock'), '');
  const [found] = await foundSandboxes(root, 'process');
  expect(found).toMatchObject({ id: made.record.id, owned: true, labels: { turn: 'one' } });
  expect(found?.remains).toEqual([
    made.record.runDirectory,
    join(made.record.runDirectory, 'a.sock'),
    sandboxDirectory(root, made.record.id),
  ]);
  expect(await foundSandboxes(root, 'bubblewrap')).toEqual([]);
});

test('one whose owner lives is not removed, and nothing of it is touched', async () => {
  const [found] = await foundSandboxes(root, 'process');
  await expect(found?.remove()).rejects.toMatchObject({
    code: 'sandbox_owned',
    message: expect.stringContaining(`process ${process.pid}`),
  });
  await access(made.record.runDirectory);
  expect(await foundSandboxes(root, 'process')).toHaveLength(1);
});

test('what a kind has beside files and processes is listed and removed first', async () => {
  await rewrite(DEAD);
  const removed: string[] = [];
  const more = {
    find: async () => ['container abc'],
    async remove() {
      await access(made.record.runDirectory);
      removed.push('container abc');
    },
  };
  const [found] = await foundSandboxes(root, 'process', more);
  expect(found?.remains).toContain('container abc');
  await found?.remove();
  expect(removed).toEqual(['container abc']);
  expect(await foundSandboxes(root, 'process', more)).toEqual([]);
});

test('a record that names a folder of somebody else removes nothing', async () => {
  const precious = join(root, 'precious');
  await mkdir(precious);
  for (const runDirectory of [precious, `${precious}/../precious`, '/']) {
    await rewrite({ ...DEAD, runDirectory });
    for (const found of await foundSandboxes(root, 'process')) await found.remove();
  }
  await access(precious);
});

test('a record that was never finished is no sandbox, and goes in time', async () => {
  const half = sandboxDirectory(root, '0123456789abcdef');
  await mkdir(half);
  await writeFile(recordPath(half), '{"id":');
  expect(await foundSandboxes(root, 'process')).toHaveLength(1);
  await access(half);
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(half, longAgo, longAgo);
  await foundSandboxes(root, 'process');
  expect(await readdir(join(root, 'sandboxes'))).toEqual([made.record.id]);
});

test('nothing is found where there is no state folder', async () => {
  expect(await foundSandboxes(join(root, 'missing'), 'process')).toEqual([]);
});

test('a state folder that cannot be written to is a clear error', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  const folders = { stateDirectory: file, workspace: root, home: root };
  await expect(createSandboxFolders({ ...folders, kind: 'process' })).rejects.toMatchObject({
    code: 'sandbox_place_failed',
    message: expect.stringContaining('DRAGOMAN_STATE'),
  });
});

test('a folder whose owner died before or after there was a record in it goes at once', async () => {
  const sandboxes = join(root, 'sandboxes');
  const own = draftName('0123456789abcdef');
  const dead = own.replace(`-${thisOwner().startTime}-`, '-1-');
  const elsewhere = dead.replace(/-[0-9a-f]{16}-/, '-0000000000000000-');
  for (const name of [own, dead, elsewhere]) await mkdir(join(sandboxes, name));
  await writeFile(recordPath(join(sandboxes, dead)), '{"id":');
  await foundSandboxes(root, 'process');
  expect((await readdir(sandboxes)).sort()).toEqual([made.record.id, own, elsewhere].sort());
});
