import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isRunDirectoryOf, makeRunDirectory, runDirectoryOf } from './run-directory.js';

afterEach(() => void vi.unstubAllEnvs());

test('sockets lie in the temporary folder, unless its path is too long for theirs', () => {
  expect(dirname(runDirectoryOf('0123456789abcdef'))).toBe(tmpdir());
  vi.stubEnv('TMPDIR', `/${'long/'.repeat(15)}`);
  expect(runDirectoryOf('0123456789abcdef')).toBe('/tmp/dragoman-0123456789abcdef');
});

test('the folder is for this user alone, and is never one that was there', async () => {
  const path = runDirectoryOf(`test-${process.pid}`);
  makeRunDirectory(path);
  try {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(() => makeRunDirectory(path)).toThrow(/EEXIST/);
  } finally {
    await rm(path, { recursive: true });
  }
});

test('only a folder with the name of its id is taken for one', () => {
  expect(isRunDirectoryOf('a', '/elsewhere/dragoman-a')).toBe(true);
  for (const path of ['dragoman-a', '/tmp/dragoman-b', '/tmp', '/']) {
    expect(isRunDirectoryOf('a', path)).toBe(false);
  }
});
