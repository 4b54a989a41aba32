import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { isRunDirectoryOf, makeRunDirectory, runDirectoryOf, runRoot } from './run-directory.js';

afterEach(() => void vi.unstubAllEnvs());

const uid = process.getuid?.() ?? 0;
const own = join(uid === 0 ? '/run' : `/run/user/${uid}`, `dragoman-test-${process.pid}`);
const LONGEST_NAME = '/control-1234567.sock';

test('sockets lie in the folder for them that is this user’s alone, with short paths', () => {
  mkdirSync(own, { mode: 0o700 });
  onTestFinished(() => rmSync(own, { recursive: true }));
  vi.stubEnv('XDG_RUNTIME_DIR', own);
  const path = runDirectoryOf('0123456789abcdef');
  expect(path).toBe(join(own, 'dragoman/dragoman-0123456789abcdef'));
  expect(`${path}${LONGEST_NAME}`.length).toBeLessThanOrEqual(103);
  makeRunDirectory(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('a folder that others can enter, or that a workspace could hold, is none for sockets', () => {
  mkdirSync(own, { mode: 0o755 });
  onTestFinished(() => rmSync(own, { recursive: true }));
  const elsewhere = mkdtempSync(join(tmpdir(), 'dragoman-runtime-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const link = join(own, 'link');
  symlinkSync(elsewhere, link);
  for (const folder of [own, elsewhere, link, '/run/nowhere', 'relative', '']) {
    expect(runRoot({ XDG_RUNTIME_DIR: folder })).toBe(runRoot({}));
  }
});

test.each(['750', '705', '710', '701', '720'])('nor is one with the mode %s', (mode) => {
  mkdirSync(own, { mode: 0o700 });
  onTestFinished(() => rmSync(own, { recursive: true }));
  expect(runRoot({ XDG_RUNTIME_DIR: own })).toBe(join(own, 'dragoman'));
  chmodSync(own, Number.parseInt(mode, 8));
  expect(runRoot({ XDG_RUNTIME_DIR: own })).toBe(runRoot({}));
});

test('what TMPDIR says has no influence: it may be a folder of another agent’s', () => {
  const before = runDirectoryOf('a');
  vi.stubEnv('TMPDIR', '/somebody/elses/workspace');
  expect(runDirectoryOf('a')).toBe(before);
});

test('the folder is for this user alone, and is never one that was there', async () => {
  const path = runDirectoryOf(`test-${process.pid}`);
  makeRunDirectory(path);
  try {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(() => makeRunDirectory(path)).toThrow(/there is one already/);
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
