import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS, testAgent, testCacheDirectory } from '@dragoman/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examine, folderProblem } from './examine.js';

test('distinguishes a folder that can be created from one that cannot', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-folder-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(root, 'file');
  await writeFile(file, '');
  expect(folderProblem(root)).toBeUndefined();
  expect(folderProblem(join(root, 'a', 'b'))).toBeUndefined();
  expect(folderProblem(join(file, 'a', 'b'))).toBe(`${file} is not a folder`);
});

test('nothing can run here where the state folder cannot be made, which is said', {
  timeout: INSTALL_TIMEOUT_MS,
}, async () => {
  await testAgent('codex');
  const root = await mkdtemp(join(tmpdir(), 'dragoman-folder-'));
  onTestFinished(() => rm(root, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(root, 'file');
  await writeFile(file, '');
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  vi.stubEnv('DRAGOMAN_STATE', join(file, 'state'));
  const { usable, folders, agents } = await examine();
  expect(usable).toBe(false);
  expect(agents[0]?.changed).toEqual([expect.stringContaining('set DRAGOMAN_STATE to another')]);
  expect(folders.map(({ name, problem }) => [name, problem])).toEqual([
    ['state', `${file} is not a folder`],
    ['cache', undefined],
  ]);
});
