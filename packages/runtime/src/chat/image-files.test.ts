import { readdirSync, renameSync, symlinkSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ImageContent, writeImageFiles } from './image-files.js';

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

describe('an agent at work in the workspace that puts a link', () => {
  /** Images whose bytes are asked for when their folder is there: the moment for a link. */
  function imagesThat(plant: (folder: string) => void, workspace: string): ImageContent[] {
    const image = {
      mediaType: 'image/png',
      get data() {
        plant(join(workspace, readdirSync(workspace)[0] ?? ''));
        return Buffer.from('of a client');
      },
    };
    return [image];
  }

  test('where an image is written has nothing written through it', async () => {
    const [workspace, outside] = [await createWorkspace(), await createWorkspace()];
    await writeFile(join(outside, 'file'), 'of the user');
    const images = imagesThat((folder) => {
      symlinkSync(join(outside, 'file'), join(folder, 'image-1.png'));
    }, workspace);
    await expect(writeImageFiles(images, workspace)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(join(outside, 'file'), 'utf8')).toBe('of the user');
    expect(await readdir(workspace)).toEqual([]);
  });

  test('where their folder was has nothing written or removed through it', async () => {
    const [workspace, outside] = [await createWorkspace(), await createWorkspace()];
    await writeFile(join(outside, 'file'), 'of the user');
    const images = imagesThat((folder) => {
      renameSync(folder, `${folder}-moved`);
      symlinkSync(outside, folder);
    }, workspace);
    const { remove } = await writeImageFiles(images, workspace);
    expect(await readdir(outside)).toEqual(['file']);
    await remove();
    expect(await readdir(outside)).toEqual(['file']);
    expect(await readdir(workspace)).toEqual([expect.stringContaining('-moved')]);
  });
});
