import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOwner, withLock } from './install-lock.js';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-lock-'));
  lock = join(folder, 'x.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('lets one in at a time, and leaves nothing behind', async () => {
  let inside = 0;
  const most = await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(lock, {}, async () => {
        inside += 1;
        await new Promise(setImmediate);
        const seen = inside;
        inside -= 1;
        return seen;
      }),
    ),
  );
  expect(Math.max(...most)).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('says that it waits', async () => {
  const onWait = vi.fn();
  await withLock(lock, {}, async () => {
    const second = withLock(lock, { onWait }, async () => 'second');
    await vi.waitFor(() => expect(onWait).toHaveBeenCalledOnce());
    return { second };
  }).then(({ second }) => expect(second).resolves.toBe('second'));
});

test('is taken over from a holder that has died', async () => {
  const dead = spawnSync('true').pid;
  await writeFile(lock, JSON.stringify({ ...createOwner(), pid: dead }));
  await expect(withLock(lock, {}, async () => 'mine')).resolves.toBe('mine');
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['of another machine', JSON.stringify({ ...createOwner(), host: 'elsewhere' })],
  ['that was torn', '{"tok'],
])('is taken over from a holder %s only when it has been silent for long', async (_who, text) => {
  await writeFile(lock, text);
  const impatient = AbortSignal.timeout(300);
  await expect(withLock(lock, { signal: impatient }, async () => 'mine')).rejects.toThrow();
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  await expect(withLock(lock, {}, async () => 'mine')).resolves.toBe('mine');
});

test('is free again after work that failed', async () => {
  const failing = withLock(lock, {}, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  await expect(withLock(lock, {}, async () => 'next')).resolves.toBe('next');
});

test('does not remove the lock of somebody who took it over', async () => {
  await withLock(lock, {}, async () => {
    await writeFile(lock, JSON.stringify({ ...createOwner(), token: 'thief' }));
  });
  expect(await readdir(folder)).toEqual(['x.lock']);
});
