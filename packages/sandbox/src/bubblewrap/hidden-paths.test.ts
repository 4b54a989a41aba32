import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hiddenPaths } from './hidden-paths.js';

test('what others may not read is hidden, and nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-hidden-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const make = async (name: string, mode: number) => {
    await writeFile(join(root, name), '');
    await chmod(join(root, name), mode);
  };
  for (const [name, mode] of [
    ['open', 0o755],
    ['closed', 0o750],
    ['listable', 0o754],
  ] as const) {
    await mkdir(join(root, name));
    await chmod(join(root, name), mode);
  }
  await make('open/all', 0o644);
  await make('open/mine', 0o600);
  await make('open/group', 0o640);
  await make('closed/all', 0o644);
  await symlink('mine', join(root, 'open', 'link'));
  expect(hiddenPaths(root)).toEqual({
    files: [join(root, 'open/group'), join(root, 'open/mine')],
    folders: [join(root, 'closed'), join(root, 'listable')],
  });
});
