import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImages } from './check-images.js';

let root: string;
let workspace: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-images-')));
  workspace = join(root, 'workspace');
  await mkdir(workspace);
  await writeFile(join(workspace, 'shot.png'), 'png');
  await writeFile(join(root, 'outside.png'), 'png');
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('an image may lie in the workspace or elsewhere, also behind a link that somebody else made', async () => {
  await symlink('shot.png', join(workspace, 'same.png'));
  await symlink(join(root, 'outside.png'), join(root, 'link.png'));
  const named = ['shot.png', 'same.png', join(root, 'outside.png'), join(root, 'link.png')];
  await checkImages(named, workspace);
});

test('a link in the workspace that leads out of it is refused', async () => {
  await symlink(join(root, 'outside.png'), join(workspace, 'x.png'));
  await symlink(root, join(workspace, 'folder'));
  for (const image of ['x.png', join(workspace, 'x.png'), 'folder/outside.png']) {
    await expect(checkImages([image], workspace)).rejects.toMatchObject({
      code: 'image_missing',
      message: expect.stringContaining('leads out of the workspace'),
    });
  }
});

test('what is no file is refused', async () => {
  await expect(checkImages(['.'], workspace)).rejects.toMatchObject({ code: 'image_missing' });
  await expect(checkImages(['none.png'], workspace)).rejects.toMatchObject({
    code: 'image_missing',
  });
});
