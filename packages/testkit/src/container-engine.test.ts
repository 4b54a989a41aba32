import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepFile } from './container-engine.js';

test('a shared setting is whole for whoever reads it, and left alone where it is right', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'storage.conf');
  const contents = ['a', 'b'].map((letter) => letter.repeat(1_000_000));
  await keepFile(path, contents[0] ?? '');
  const before = await stat(path);
  await keepFile(path, contents[0] ?? '');
  expect(await stat(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  const writing = Array.from({ length: 20 }, (_, index) =>
    keepFile(path, contents[index % 2] ?? ''),
  );
  for (let round = 0; round < 20; round += 1) {
    expect(contents.includes(await readFile(path, 'utf8'))).toBe(true);
  }
  await Promise.all(writing);
  expect(await readdir(folder)).toEqual(['storage.conf']);
});
