import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thisOwner } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFileLock } from './file-lock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const options = (patienceMs?: number) => ({
  path: join(folder, 'lock'),
  code: 'thing_locked',
  what: 'The thing',
  patienceMs,
});

test('no two work at once, and each has its turn', async () => {
  let inside = 0;
  const seen: number[] = [];
  const work = (at: number) =>
    withFileLock(options(), async () => {
      inside += 1;
      expect(inside).toBe(1);
      await Promise.resolve();
      inside -= 1;
      seen.push(at);
    });
  await Promise.all([1, 2, 3, 4].map(work));
  expect(seen.sort()).toEqual([1, 2, 3, 4]);
  expect(existsSync(options().path)).toBe(false);
});

test('the lock of a process that is gone is taken over', async () => {
  writeFileSync(options().path, JSON.stringify({ ...thisOwner(), pid: 2 ** 22, startTime: '1' }));
  expect(await withFileLock(options(0), async () => 'done')).toBe('done');
});

test('a lock that stays held is an error that says who holds it', async () => {
  writeFileSync(options().path, JSON.stringify(thisOwner()));
  await expect(withFileLock(options(0), async () => {})).rejects.toMatchObject({
    code: 'thing_locked',
    message: expect.stringContaining(`by process ${process.pid}`),
  });
  expect(existsSync(options().path)).toBe(true);
});

test('what fails inside is the failure, and frees the lock', async () => {
  const failing = withFileLock(options(), () => Promise.reject(new Error('inside')));
  await expect(failing).rejects.toThrow('inside');
  expect(existsSync(options().path)).toBe(false);
});
