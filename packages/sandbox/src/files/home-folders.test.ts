import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { homeFolders } from './home-folders.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-homes-')));
  mkdirSync(join(root, 'real'));
  symlinkSync('real', join(root, 'link'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

test.each([
  ['link', 'real'],
  ['link/new/one', 'real/new/one'],
])('a HOME of %s is known by its real path, beside that of the system', (home, real) => {
  vi.stubEnv('HOME', join(root, home));
  expect(homeFolders()).toEqual([join(root, real), realpathSync(userInfo().homedir)]);
});

test('the same home is named once, and a HOME that is no path is none', () => {
  const known = realpathSync(userInfo().homedir);
  for (const home of [known, 'relative']) {
    vi.stubEnv('HOME', home);
    expect(homeFolders()).toEqual([known]);
  }
});
