import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeImageFiles } from './image-files.js';

const IMAGES = [{ mediaType: 'image/png', data: Buffer.from('an image') }];

async function createWorkspace(): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'dragoman-workspace-'));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  return workspace;
}

test('images are in the workspace, named from there on, until they are removed', async () => {
  const workspace = await createWorkspace();
  const { paths, remove } = await writeImageFiles(IMAGES, workspace);
  expect(await readFile(join(workspace, paths[0] ?? ''), 'utf8')).toBe('an image');
  await remove();
  expect(await readdir(workspace)).toEqual([]);
});

test('images that cannot be removed are warned of, and nothing else fails for it', async () => {
  const workspace = await createWorkspace();
  const { remove } = await writeImageFiles(IMAGES, workspace);
  const moved = `${workspace}-moved`;
  onTestFinished(() => rm(moved, { recursive: true, force: true }));
  await rename(workspace, moved);
  await writeFile(workspace, 'No folder any more.');
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  await remove();
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('could not be removed'));
});
