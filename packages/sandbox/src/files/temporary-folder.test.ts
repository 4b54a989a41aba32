import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from './make-folder.js';
import { makeRunDirectory } from './run-directory.js';

afterEach(() => void vi.unstubAllEnvs());

test('a temporary folder is a new one', async () => {
  const path = await makeTemporaryFolder('dragoman-test-');
  expect(basename(path)).toMatch(/^dragoman-test-/);
  expect((await stat(path)).isDirectory()).toBe(true);
  await rm(path, { recursive: true });
});

test('where there is no temporary folder, that is said, and what to set', async () => {
  vi.stubEnv('TMPDIR', '/nonexistent');
  const failure = {
    code: 'temporary_unusable',
    message: expect.stringMatching(/^No folder can be made in \/nonexistent .* Set TMPDIR/),
  };
  await expect(makeTemporaryFolder('dragoman-')).rejects.toMatchObject(failure);
  const make = () => makeRunDirectory('/nonexistent/dragoman-test');
  expect(make).toThrow(expect.objectContaining(failure));
});
