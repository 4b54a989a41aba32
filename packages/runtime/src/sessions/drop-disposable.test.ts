import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dropDisposable } from './drop-disposable.js';

async function makeHome(...files: string[]): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'dragoman-home-'));
  onTestFinished(() => rm(home, { recursive: true }));
  for (const file of files) {
    await mkdir(join(home, file, '..'), { recursive: true });
    await writeFile(join(home, file), 'x');
  }
  return home;
}

test('what is named goes, and nothing else', async () => {
  const home = await makeHome('.codex/a.sqlite', '.codex/a.sqlite-wal', '.codex/auth', 'tmp/x/y');
  await dropDisposable(home, ['.codex/*.sqlite*', 'tmp', '.codex/none/x', 'none']);
  expect(await readdir(home)).toEqual(['.codex']);
  expect(await readdir(join(home, '.codex'))).toEqual(['auth']);
});

test('a link that an agent made in place of a folder is not followed', async () => {
  const precious = await makeHome('a.sqlite', 'tmp/x');
  const home = await makeHome();
  await symlink(precious, join(home, '.codex'));
  await symlink(join(precious, 'tmp'), join(home, 'tmp'));
  await dropDisposable(home, ['.codex/*.sqlite', '.codex/tmp/x', 'tmp']);
  expect((await readdir(precious)).sort()).toEqual(['a.sqlite', 'tmp']);
  expect(await readdir(join(precious, 'tmp'))).toEqual(['x']);
  expect(await readdir(home)).toEqual(['.codex']);
});
