import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderProblem } from './examine.js';

test('distinguishes a folder that can be created from one that cannot', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-folder-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(root, 'file');
  await writeFile(file, '');
  expect(folderProblem(root)).toBeUndefined();
  expect(folderProblem(join(root, 'a', 'b'))).toBeUndefined();
  expect(folderProblem(join(file, 'a', 'b'))).toBe(`${file} is not a folder`);
});
