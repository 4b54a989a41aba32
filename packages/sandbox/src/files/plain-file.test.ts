import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withPlainFile } from './plain-file.js';

const root = mkdtempSync(join(tmpdir(), 'dragoman-plain-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a file is read, and closed whatever its reader does', () => {
  const path = join(root, 'file');
  writeFileSync(path, 'text');
  const read = withPlainFile(path, (file, { size }) => [readFileSync(file, 'utf8'), size]);
  expect(read).toEqual(['text', 4]);
  let open = -1;
  const fails = () =>
    withPlainFile(Buffer.from(path), (file) => {
      open = file;
      throw new Error('no');
    });
  expect(fails).toThrow('no');
  expect(() => readFileSync(open)).toThrow('EBADF');
});

test('neither a folder nor a pipe is read, no link is followed, and nobody waits', () => {
  const read = () => expect.unreachable();
  mkdirSync(join(root, 'folder'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  for (const name of ['folder', 'pipe']) {
    expect(withPlainFile(join(root, name), read)).toBeUndefined();
  }
  symlinkSync('folder', join(root, 'link'));
  expect(() => withPlainFile(join(root, 'link'), read)).toThrow('ELOOP');
  expect(() => withPlainFile(join(root, 'none'), read)).toThrow('ENOENT');
});
