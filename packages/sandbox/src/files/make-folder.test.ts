import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('makes what is missing, for this user alone, and is content with what is there', async () => {
  const path = join(root, 'a/b/c');
  makeFolder(path);
  makeFolder(path);
  for (const folder of ['a', 'a/b', 'a/b/c']) {
    expect((await stat(join(root, folder))).mode & 0o777).toBe(0o700);
  }
});

test.each(['/proc/nope', '/proc/nope/deeper'])('fails at once in %s', (path) => {
  expect(() => makeFolder(path)).toThrow(/ENOENT/);
});

test('a file, or a link to nowhere, is not taken for a folder', async () => {
  await writeFile(join(root, 'file'), '');
  await symlink(join(root, 'nowhere'), join(root, 'link'));
  for (const name of ['file', 'link']) expect(() => makeFolder(join(root, name))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(root, 'file/below'))).toThrow();
});
