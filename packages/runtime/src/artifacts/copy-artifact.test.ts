import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTree } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyArtifact } from './copy-artifact.js';

let root: string;
let folder: string;
let directory: string;
beforeEach(async () => {
  root = await makeTemporaryFolder('dragoman-copies-');
  [folder, directory] = [join(root, 'out'), join(root, 'copies')];
  for (const path of [folder, directory]) await mkdir(path);
});
afterEach(() => removeTree(root));

const copy = (path: string, more: object = {}) =>
  copyArtifact({ folder, path, directory, mostBytes: 1_000_000, ...more });

test('a copy has the bytes of the file, and their hash for a name', async () => {
  const bytes = Buffer.alloc(700_000, 'dragoman');
  await writeFile(join(folder, 'a'), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await copy('a')).toEqual({ kind: 'copied', size: bytes.length, sha256 });
  expect(await copy('a')).toMatchObject({ kind: 'copied' });
  expect(await copy('a', { earlier: sha256 })).toEqual({ kind: 'unchanged' });
  expect(await readdir(directory)).toEqual([sha256]);
  expect((await readFile(join(directory, sha256))).equals(bytes)).toBe(true);
});

test('what was listed as a file and is none by now is not read', async () => {
  await mkdir(join(root, 'elsewhere'));
  await writeFile(join(root, 'elsewhere/secret'), 'SECRET');
  await symlink(join(root, 'elsewhere/secret'), join(folder, 'link'));
  await symlink(join(root, 'elsewhere'), join(folder, 'linked'));
  await mkdir(join(folder, 'folder'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const path of ['gone', 'link', 'linked/secret', 'folder', 'pipe', 'gone/too']) {
    expect(await copy(path)).toEqual({ kind: 'unreadable' });
  }
  expect(await readdir(directory)).toEqual([]);
});

test('a file that grows while it is copied leaves no copy', async () => {
  const path = join(folder, 'log');
  await writeFile(path, Buffer.alloc(900_000));
  let isOver = false;
  const grow = async (): Promise<void> => {
    while (!isOver) await appendFile(path, 'x');
  };
  const growing = grow();
  const result = await copy('log').finally(() => {
    isOver = true;
  });
  await growing;
  expect(result).toEqual({ kind: 'unreadable' });
  expect(await readdir(directory)).toEqual([]);
});
