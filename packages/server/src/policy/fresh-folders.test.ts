import { mkdir, mkdtemp, realpath, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThere } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweep } from '../store/files-sweep.js';
import { createFreshFolders } from './fresh-folders.js';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-fresh-')));
  for (const name of ['a', 'b']) await mkdir(join(root, name));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

test.each(['', 'shared'])(
  'a server removes no folder of a server with another state folder (DRAGOMAN_WORKSPACES: "%s")',
  async (configured) => {
    vi.stubEnv('DRAGOMAN_WORKSPACES', configured && join(root, configured));
    const long = new Date(0);
    const made = async (state: string): Promise<string> => {
      const folder = await (await createFreshFolders(join(root, state))).make('app', '');
      await utimes(folder, long, long);
      return folder;
    };
    const failed = (error: unknown) => expect.fail(String(error));
    const [own, others] = [await made('a'), await made('b')];
    const { signal } = new AbortController();
    await sweep({ stateDirectory: join(root, 'a'), retention: {}, signal, onFailure: failed });
    expect([await isThere(own), await isThere(others)]).toEqual([false, true]);
  },
);

test('a state folder has the same folders by whatever name it is reached', async () => {
  await symlink(join(root, 'a'), join(root, 'link'));
  const { root: direct } = await createFreshFolders(join(root, 'a'));
  expect(direct).toBe(join(root, 'a-workspaces'));
  expect((await createFreshFolders(join(root, 'link'))).root).toBe(direct);
});
