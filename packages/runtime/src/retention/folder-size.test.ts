import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderSize } from './folder-size.js';

test('adds up all files below, follows no links, and says when it was stopped', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-size-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'a', 'b'), { recursive: true });
  await writeFile(join(root, 'one'), 'x'.repeat(1000));
  await writeFile(join(root, 'a', 'b', 'two'), 'x'.repeat(500));
  await symlink('/', join(root, 'a', 'everything'));
  const { bytes, ...rest } = folderSize(root);
  expect(rest).toEqual({ exists: true, isWhole: true });
  expect(bytes).toBeGreaterThanOrEqual(1500);
  expect(bytes).toBeLessThan(1600);
  expect(folderSize(root, -1).isWhole).toBe(false);
  expect(folderSize(join(root, 'none'))).toEqual({ exists: false, bytes: 0, isWhole: true });
});
