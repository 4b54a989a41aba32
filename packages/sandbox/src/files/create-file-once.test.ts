import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileOnce } from './create-file-once.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-once-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the first makes the file, and the second changes nothing', async () => {
  const path = join(root, 'lock');
  expect(createFileOnce(path, 'first')).toBe(true);
  expect(createFileOnce(path, 'second')).toBe(false);
  expect(await readFile(path, 'utf8')).toBe('first');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(root)).toEqual(['lock']);
});

test('a folder that is not there is an error', () => {
  expect(() => createFileOnce(join(root, 'missing', 'lock'), '')).toThrow(/ENOENT/);
});
