import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realPath } from './real-path.js';

test('what is not there yet has the real path of what is there of the way', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-real-')));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'file'), '');
  await symlink(join(root, 'folder'), join(root, 'link'));
  expect(await realPath(join(root, 'link'))).toBe(join(root, 'folder'));
  expect(await realPath(join(root, 'link/new/er'))).toBe(join(root, 'folder/new/er'));
  expect(await realPath(join(root, 'file/below'))).toBe(join(root, 'file/below'));
});
