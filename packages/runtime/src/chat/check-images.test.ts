import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImages } from './check-images.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

let root: string;
let workspace: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-images-')));
  workspace = join(root, 'workspace');
  await mkdir(workspace);
  await writeFile(join(workspace, 'shot.png'), PNG);
  await writeFile(join(root, 'outside.png'), PNG);
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

test.each([
  ['png', '\x89PNG\r\n\x1a\nmore'],
  ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF\x24\0\n\0WEBPVP8 '],
])('a %s is an image, whatever its name says', async (_kind, content) => {
  await writeFile(join(workspace, 'file.txt'), Buffer.from(content, 'latin1'));
  await checkImages(['file.txt'], workspace);
});

test.each([
  ['text', 'not an image'],
  ['nothing', ''],
  ['the beginning of a PNG', '\x89PNG'],
  ['another sort of RIFF', 'RIFF\x24\0\0\0WAVEfmt '],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])('%s is no image, whatever its name says', async (_what, content) => {
  await writeFile(join(workspace, 'file.png'), Buffer.from(content, 'latin1'));
  await expect(checkImages(['file.png'], workspace)).rejects.toMatchObject({
    code: 'image_unsuitable',
    message: expect.stringContaining('PNG, JPEG, GIF or WebP'),
  });
});
