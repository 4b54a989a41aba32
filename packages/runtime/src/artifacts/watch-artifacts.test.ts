import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTree } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArtifact } from './open-artifact.js';
import { type ArtifactBounds, watchArtifacts } from './watch-artifacts.js';

let root: string;
let workspace: string;
let directory: string;
let out: string;
beforeEach(async () => {
  root = await makeTemporaryFolder('dragoman-artifacts-');
  [workspace, directory] = [join(root, 'workspace'), join(root, 'turn')];
  out = join(workspace, 'out');
  for (const folder of [out, directory]) await mkdir(folder, { recursive: true });
});
afterEach(() => removeTree(root));

/** What a turn leaves that does this. */
async function collected(work: () => Promise<unknown>, bounds: Partial<ArtifactBounds> = {}) {
  const options = { workspace, folder: 'out', directory, skip: [], isOver: () => false, bounds };
  const watched = await watchArtifacts(options);
  await work();
  const { events, problem } = await watched.collect();
  return { events, problem, paths: events.map(({ path }) => path) };
}

const write = (path: string, content: string | Buffer) => writeFile(join(out, path), content);

async function textOf(path: string): Promise<string> {
  return new Response((await openArtifact(directory, path)).stream).text();
}

test('what was made or changed is announced, and kept though the workspace moves on', async () => {
  await write('old.txt', 'as it was');
  await write('touched.txt', 'the same');
  await write('changed.csv', 'a,b');
  await writeFile(join(workspace, '.gitignore'), 'out/\n');
  const { events, problem } = await collected(async () => {
    await write('changed.csv', 'a,b,c');
    await utimes(join(out, 'touched.txt'), 1, 1);
    await mkdir(join(out, 'deep/er'), { recursive: true });
    await write('deep/er/Report – ünï.PDF', 'pdf');
    await write('empty', '');
    await writeFile(join(workspace, 'beside.txt'), 'not there');
  });
  const sha256 = createHash('sha256').update('a,b,c').digest('hex');
  expect(problem).toBeUndefined();
  expect(events).toMatchObject([
    { path: 'out/changed.csv', size_bytes: 5, mime_type: 'text/csv', sha256, change: 'modified' },
    {
      path: 'out/deep/er/Report – ünï.PDF',
      label: 'Report – ünï.PDF',
      mime_type: 'application/pdf',
      change: 'created',
    },
    { path: 'out/empty', size_bytes: 0, mime_type: 'application/octet-stream' },
  ]);
  await rm(workspace, { recursive: true });
  expect(await textOf('out/changed.csv')).toBe('a,b,c');
  expect(await textOf('out/empty')).toBe('');
  const stored = await readdir(join(directory, 'artifacts'));
  expect(stored.filter((name) => !/^([0-9a-f]{64}|index\.json)$/.test(name))).toEqual([]);
});

test('nothing is read that is no plain file of the folder, whatever is planted there', async () => {
  const secret = join(root, 'secret');
  await mkdir(join(root, 'elsewhere'));
  for (const path of [secret, join(root, 'elsewhere/inner.txt')]) await writeFile(path, 'SECRET');
  const { paths, problem } = await collected(async () => {
    await write('fine.txt', 'fine');
    await symlink(secret, join(out, 'link.txt'));
    await symlink('fine.txt', join(out, 'inside.txt'));
    await symlink(join(root, 'elsewhere'), join(out, 'folder'));
    await link(secret, join(out, 'hard.txt'));
    execFileSync('mkfifo', [join(out, 'pipe')]);
    await mkdir(join(out, '.git'));
    await write('.git/config', 'x');
    for (const name of ['new\nline', 'bell\u0007', 'fdp.\u202eexe', 'back\\slash']) {
      await write(name, 'x');
    }
    await writeFile(Buffer.concat([Buffer.from(`${out}/`), Buffer.from([0xff, 0xfe])]), 'x');
  });
  expect(paths).toEqual(['out/fine.txt']);
  expect(problem).toMatch(/3 are links/);
  expect(problem).toMatch(/1 has another name/);
  expect(problem).toMatch(/5 have names that cannot be shown/);
  for (const name of await readdir(join(directory, 'artifacts'))) {
    expect(await readFile(join(directory, 'artifacts', name), 'utf8')).not.toContain('SECRET');
  }
});

test('a link in the place of the folder is not entered', async () => {
  await mkdir(join(root, 'elsewhere/out'), { recursive: true });
  await writeFile(join(root, 'elsewhere/secret.txt'), 'SECRET');
  const { paths, problem } = await collected(async () => {
    await rename(out, join(workspace, 'away'));
    await symlink(join(root, 'elsewhere'), out);
  });
  expect(paths).toEqual([]);
  expect(problem).toMatch(/more than could be looked at/);
});

test('what there was no time or room to look at before may be old', async () => {
  for (const name of ['a', 'b', 'c']) await write(name, 'old');
  const { events, problem } = await collected(() => write('new', 'x'), { entries: 2 });
  expect(events).toEqual([]);
  expect(problem).toMatch(/more than could be looked at/);
});

test.each<[Partial<ArtifactBounds>, string[], RegExp]>([
  [{ files: 2 }, ['out/a', 'out/b'], /1 is beyond the number that is kept/],
  [{ bytesEach: 10 }, ['out/a', 'out/c'], /1 is too large/],
  [{ bytes: 25 }, ['out/a', 'out/b'], /1 is too large/],
  [{ entries: 2 }, [], /more than could be looked at/],
  [{ milliseconds: -1 }, [], /3 are more than are kept/],
])('a bound that is met is said: %o', async (bounds, expected, words) => {
  const { paths, problem } = await collected(async () => {
    for (const [name, size] of [
      ['a', 5],
      ['b', 20],
      ['c', 8],
    ] as const) {
      await write(name, 'x'.repeat(size));
    }
  }, bounds);
  if (bounds.entries === undefined) expect(paths).toEqual(expected);
  else expect(paths).toHaveLength(bounds.entries);
  expect(problem).toMatch(words);
});

test('a tree may be deeper than any path reaches', async () => {
  const { paths } = await collected(async () => {
    await write('top.txt', 'x');
    const deep =
      "import os\nname = 'f' * 200\nfor _ in range(30): os.mkdir(name); os.chdir(name)\nopen('x', 'w')";
    expect(spawnSync('python3', ['-c', deep], { cwd: out }).status).toBe(0);
  });
  expect(paths).toEqual(['out/top.txt']);
});

test('where no copy can be made the turn only learns why', async () => {
  const { events, problem } = await collected(async () => {
    await write('a', 'x');
    await writeFile(join(directory, 'artifacts'), 'in the way');
  });
  expect(events).toEqual([]);
  expect(problem).toMatch(/could not be kept/);
});
