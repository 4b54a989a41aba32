import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwner, readOwner, writeOwner } from './install-lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-owner-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the first who writes is the owner', async () => {
  const [first, second] = [createOwner(), createOwner()];
  expect(await writeOwner(join(folder, 'file'), first)).toBe(true);
  expect(await writeOwner(join(folder, 'file'), second)).toBe(false);
  expect(await readOwner(join(folder, 'file'))).toEqual(first);
});

test('a file that cannot be filled does not stay behind empty', async () => {
  const unwritable = {
    ...createOwner(),
    get token(): string {
      throw new Error('no space left');
    },
  };
  await expect(writeOwner(join(folder, 'file'), unwritable)).rejects.toThrow('no space left');
  expect(await readdir(folder)).toEqual([]);
});
