import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { realPath, type SandboxKind, sandboxProvider } from '@dragoman/sandbox';
import { createTurnFixture, testCacheDirectory } from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkTurnWorkspace } from './check-turn-workspace.js';

/** Where it is before HOME is another. */
const ownCache = testCacheDirectory();

let root: string;
let home: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-home-')));
  home = join(root, 'people/me');
  await mkdir(join(home, 'project'), { recursive: true });
  await symlink(home, join(root, 'link'));
  vi.stubEnv('HOME', join(root, 'link'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

function check(kind: SandboxKind, workspace: string, more: { allowHome?: boolean } = {}) {
  const own = [join(home, '.local/state/dragoman'), join(home, '.cache/dragoman')];
  return checkTurnWorkspace({
    workspace,
    own,
    allowHome: false,
    provider: sandboxProvider(kind),
    ...more,
  });
}

describe.each(['process', 'bubblewrap', 'container'] as const)('in a %s', (kind) => {
  test('the home folder is no workspace, unless somebody says so', async () => {
    await expect(check(kind, home)).rejects.toMatchObject({
      code: 'workspace_unsuitable',
      message: expect.stringMatching(/your home folder.*--yes-my-home \(allowHome: true\)/),
    });
    await check(kind, home, { allowHome: true });
    await check(kind, join(home, 'project'));
  });

  test('what holds it is none, whatever anybody says', async () => {
    for (const workspace of [dirname(home), root, '/']) {
      await expect(check(kind, workspace, { allowHome: true })).rejects.toMatchObject({
        code: 'workspace_unsuitable',
      });
    }
  });

  test('the home that the system knows is one, whatever HOME says', async () => {
    vi.stubEnv('HOME', join(root, 'people/nobody'));
    const real = await realPath(userInfo().homedir);
    await expect(check(kind, real)).rejects.toMatchObject({ code: 'workspace_unsuitable' });
    expect(homedir()).not.toBe(real);
  });
});

test('a folder that holds what Dragoman keeps is no workspace for who is confined', async () => {
  for (const workspace of [join(home, '.local'), join(home, '.cache')]) {
    for (const kind of ['bubblewrap', 'container'] as const) {
      await expect(check(kind, workspace)).rejects.toMatchObject({
        code: 'workspace_unsuitable',
        message: expect.stringMatching(/keeps its own files.*DRAGOMAN_STATE/),
      });
    }
    // Where nothing confines an agent it reaches them in any case.
    await check('process', workspace);
  }
});

test('a turn in the home folder is refused before anything exists, and begins when allowed', async () => {
  const fixture = await createTurnFixture();
  onTestFinished(() => fixture.remove());
  vi.stubEnv('DRAGOMAN_TEST_CACHE', ownCache);
  vi.stubEnv('HOME', fixture.workspace);
  await expect(fixture.start({})).rejects.toMatchObject({ code: 'workspace_unsuitable' });
  expect(await fixture.written()).toEqual([]);
  const { end } = await fixture.run({ allowHome: true });
  expect(end).toMatchObject({ status: 'success' });
});
