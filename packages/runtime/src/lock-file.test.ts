import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeLock } from './lock-file.js';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-lock-'));
  lock = join(folder, 'x.lock');
  writeFileSync(lock, 'mine');
});
afterEach(() => rm(folder, { recursive: true }));

test('a lock goes with its holder, and only with that', async () => {
  removeLock(lock, (text) => text === 'yours');
  expect(await readdir(folder)).toEqual(['x.lock']);
  removeLock(lock, (text) => text === 'mine');
  expect(await readdir(folder)).toEqual([]);
  removeLock(lock, () => true);
});

test('a lock that another process has taken meanwhile is put back', async () => {
  removeLock(lock, (text) => {
    if (text !== 'mine') return false;
    writeFileSync(lock, 'of another');
    return true;
  });
  expect(await readFile(lock, 'utf8')).toBe('of another');
  expect(await readdir(folder)).toEqual(['x.lock']);
});
