import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeTree } from './remove-tree.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-remove-'));
});
afterEach(() => removeTree(root));

test('folders so deep that no path leads to the innermost', async () => {
  // A disk takes milliseconds for each.
  const memory = await mkdtemp(
    join(existsSync('/dev/shm') ? '/dev/shm' : root, 'dragoman-remove-'),
  );
  nest(memory, 3000);
  // What Node's own way makes of it.
  await expect(rm(memory, { recursive: true })).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  await removeTree(memory);
  expect(existsSync(memory)).toBe(false);
}, 60_000);

test('links are removed, and what they lead to stays', async () => {
  const [tree, precious] = [join(root, 'tree'), join(root, 'precious')];
  await Promise.all([mkdir(join(tree, 'inner'), { recursive: true }), mkdir(precious)]);
  await writeFile(join(precious, 'file'), 'kept');
  await symlink(precious, join(tree, 'link'));
  await symlink(precious, join(tree, 'inner', 'link'));
  await symlink('/', join(tree, 'inner', 'root'));
  await removeTree(tree);
  expect(await readFile(join(precious, 'file'), 'utf8')).toBe('kept');
  await symlink(precious, tree);
  await removeTree(tree);
  expect(await readdir(root)).toEqual(['precious']);
  expect(await readdir(precious)).toEqual(['file']);
});

test('a link that takes the place of a folder again and again is not followed', async () => {
  const [tree, precious] = [join(root, 'tree'), join(root, 'precious')];
  await mkdir(precious);
  for (let index = 0; index < 200; index += 1) {
    await writeFile(join(precious, `file-${index}`), '');
    await mkdir(join(tree, 'a', `b-${index}`), { recursive: true });
  }
  await symlink(precious, join(root, 'link'));
  let isDone = false;
  const swapping = (async () => {
    while (!isDone) {
      await rename(join(tree, 'a'), join(root, 'aside')).catch(() => {});
      await symlink(precious, join(tree, 'a')).catch(() => {});
      await rm(join(tree, 'a')).catch(() => {});
      await rename(join(root, 'aside'), join(tree, 'a')).catch(() => {});
    }
  })();
  await removeTree(tree).catch(() => {});
  isDone = true;
  await swapping;
  expect(await readdir(precious)).toHaveLength(200);
}, 60_000);

test('names that are no text, and folders that nobody may enter', async () => {
  const tree = join(root, 'tree');
  await mkdir(join(tree, 'locked', 'inner'), { recursive: true });
  await writeFile(Buffer.concat([Buffer.from(`${tree}/`), Buffer.from([0x66, 0xff, 0xfe])]), '');
  await mkdir(Buffer.concat([Buffer.from(`${tree}/locked/inner/`), Buffer.from([0xc3, 0x28])]));
  await chmod(join(tree, 'locked', 'inner'), 0);
  await chmod(join(tree, 'locked'), 0o500);
  await removeTree(tree);
  expect(await readdir(root)).toEqual([]);
});

test('a file goes, too, and nothing there is no error', async () => {
  await writeFile(join(root, 'file'), '');
  await removeTree(join(root, 'file'));
  await removeTree(join(root, 'file'));
  expect(await readdir(root)).toEqual([]);
});

/** As an agent would make them: by steps, without a path. */
function nest(folder: string, depth: number): void {
  const script = `import os, sys
os.chdir(sys.argv[1])
for _ in range(int(sys.argv[2])):
    os.mkdir('folder'); os.chdir('folder')
open('file', 'w').close()`;
  const { status, stderr } = spawnSync('python3', ['-c', script, folder, String(depth)]);
  if (status !== 0) throw new Error(String(stderr));
}
