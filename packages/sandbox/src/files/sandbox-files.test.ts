import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProcess } from '../process/run-process.js';
import { createSandboxFiles } from './sandbox-files.js';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-files-')));
  for (const name of ['work', 'work/home', 'outside']) await mkdir(join(root, name));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const files = () =>
  createSandboxFiles([
    { inside: '/workspace', host: join(root, 'work') },
    { inside: '/home/agent', host: join(root, 'work', 'home') },
  ]);

test('a path inside is the file outside', async () => {
  await files().writeFile('/workspace/deep/er/file', 'one');
  await files().writeFile('/home/agent/file', 'two');
  await files().writeFile('/home/agent/file', '2');
  expect(await readFile(join(root, 'work/deep/er/file'), 'utf8')).toBe('one');
  expect(await readFile(join(root, 'work/home/file'), 'utf8')).toBe('2');
  expect(Buffer.from(await files().readFile('/workspace/home/file')).toString()).toBe('2');
});

test('a link that stays inside is followed on the way', async () => {
  await mkdir(join(root, 'work', 'real'));
  await symlink('real', join(root, 'work', 'link'));
  await files().writeFile('/workspace/link/file', 'through');
  expect(await readFile(join(root, 'work/real/file'), 'utf8')).toBe('through');
});

test.each([
  ['relative', 'file', 'sandbox_path_outside'],
  ['beside the folders', '/workspace2/file', 'sandbox_path_outside'],
  ['a folder itself', '/workspace', 'sandbox_path_outside'],
  ['on its way out', '/workspace/a/../../etc/passwd', 'sandbox_path_outside'],
  ['a folder in it', '/workspace/home', 'sandbox_file_unusable'],
  ['below a file', '/workspace/plain/file', 'sandbox_file_unusable'],
  ['a link', '/workspace/link', 'sandbox_file_unusable'],
  ['below a link that leads out', '/workspace/out/file', 'sandbox_path_outside'],
  ['a pipe that nobody reads', '/workspace/pipe', 'sandbox_file_unusable'],
])('a path that is %s is refused', async (_what, path, code) => {
  const work = join(root, 'work');
  await writeFile(join(work, 'plain'), '');
  await writeFile(join(root, 'outside', 'file'), 'precious');
  await symlink('plain', join(work, 'link'));
  await symlink(join(root, 'outside'), join(work, 'out'));
  await runProcess({ executable: 'mkfifo', args: ['pipe'], env: {}, cwd: work });
  await expect(files().writeFile(path, 'changed')).rejects.toMatchObject({ code });
  await expect(files().readFile(path)).rejects.toMatchObject({ code });
  expect(await readFile(join(root, 'outside', 'file'), 'utf8')).toBe('precious');
});

test('a file that is not there is said to be missing', async () => {
  await expect(files().readFile('/workspace/missing')).rejects.toThrow(/missing.*no such file/s);
});
