import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskSpaceCheck } from './disk-space.js';

test('what a killed server left of its check is gone after the next one; it stayed for ever', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-space-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'disk-space'), 'left behind');
  await Promise.all([1, 2, 3].map(() => createDiskSpaceCheck(folder)()));
  expect(await readdir(folder)).toEqual([]);
});
