import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeJsonFile } from './json-file.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-json-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a file is replaced as a whole, and is for this user alone', async () => {
  const path = join(root, 'file.json');
  writeJsonFile(path, { a: 1 });
  const before = await stat(path);
  writeJsonFile(path, { b: 2 });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ b: 2 });
  const after = await stat(path);
  expect(after.ino).not.toBe(before.ino);
  expect(after.mode & 0o777).toBe(0o600);
});

test('what cannot be put into place leaves nothing beside it', async () => {
  await mkdir(join(root, 'folder', 'full'), { recursive: true });
  expect(() => writeJsonFile(join(root, 'folder'), {})).toThrow();
  expect(await readdir(root)).toEqual(['folder']);
});
