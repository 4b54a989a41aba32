import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONTAINERS_TIMEOUT_MS,
  podmanSubject,
  requireProgram,
} from '@dragoman/testkit/sandbox-conformance';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBubblewrapSandboxes } from '../bubblewrap/bubblewrap-sandboxes.js';
import type { Sandbox, SandboxProvider } from '../contract.js';
import { collectText } from '../process/run-process.js';
import { findRepository } from './find-repository.js';

const TIMEOUT_MS = 240_000;
const IDENTITY = ['user.name=T', 'user.email=t@example.com', 'protocol.file.allow=always'];

let root: string;
let sandboxes: Sandbox[];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-shown-')));
  mkdirSync(join(root, 'home'));
  sandboxes = [];
});
afterEach(async () => {
  for (const sandbox of sandboxes) await sandbox.remove();
  rmSync(root, { recursive: true, force: true });
});

function git(folder: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const all = [...IDENTITY.flatMap((setting) => ['-c', setting]), ...args];
  return execFileSync('git', all, { cwd: join(root, folder), env, encoding: 'utf8' });
}

/** A repository with a package in a folder, a file beside it, a submodule and a worktree. */
function makeProject(): void {
  for (const name of ['library', 'main/sub']) mkdirSync(join(root, name), { recursive: true });
  git('library', 'init', '-q', '-b', 'main');
  git('library', 'commit', '-q', '--allow-empty', '-m', 'one');
  git('main', 'init', '-q', '-b', 'main');
  writeFileSync(join(root, 'main/beside'), 'as it was\n');
  writeFileSync(join(root, 'main/sub/file'), 'one\n');
  writeFileSync(join(root, 'main/sub/yarn.lock'), '');
  git('main', 'submodule', '--quiet', 'add', join(root, 'library'), 'lib');
  git('main', 'config', 'core.hooksPath', 'sub/hooks');
  git('main', 'add', '-A');
  git('main', 'commit', '-qm', 'one');
  git('main', 'worktree', 'add', '-q', '../tree', '-b', 'tree');
}

async function create(provider: SandboxProvider, folder: string): Promise<Sandbox> {
  const workspace = join(root, folder);
  const { repository } = findRepository(workspace);
  const sandbox = await provider.create({ workspace, home: join(root, 'home'), repository });
  sandboxes.push(sandbox);
  return sandbox;
}

async function run(sandbox: Sandbox, script: string): Promise<string> {
  const settings = IDENTITY.map((setting) => `-c ${setting}`).join(' ');
  const running = await sandbox.start({
    executable: 'sh',
    args: ['-c', `git() { command git ${settings} "$@"; }; exec 2>&1; ${script}`],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: sandbox.inside.home },
  });
  const [stdout] = await Promise.all([running.stdout, running.stderr].map(collectText));
  return stdout ?? '';
}

const COMMIT = 'echo two >two; git add -A . && git commit -qm two && git status --short';

describe.each<[kind: string, provider: () => Promise<SandboxProvider>]>([
  ['bubblewrap', async () => createBubblewrapSandboxes({ stateDirectory: join(root, 'state') })],
  ['a container', async () => (await podmanSubject()).provider(join(root, 'state'))],
])('in %s', (_kind, provider) => {
  beforeAll(() => requireProgram('bwrap', 'bubblewrap'), CONTAINERS_TIMEOUT_MS);

  test.each([
    ['a folder of a repository', 'main/sub', 'main', 'main'],
    ['a worktree', 'tree', 'main', 'tree'],
    ['a folder of a worktree', 'tree/sub', 'main', 'tree'],
    ['a submodule', 'main/lib', 'main/lib', 'HEAD'],
  ])(
    'a commit in %s works, and is there outside',
    { timeout: TIMEOUT_MS },
    async (_what, folder, repository, branch) => {
      makeProject();
      const sandbox = await create(await provider(), folder);
      expect(await run(sandbox, COMMIT)).toBe('');
      await sandbox.remove();
      expect(git(repository, 'log', '--format=%s', branch)).toBe('two\none\n');
      expect(git(folder, 'status', '--short')).toBe('');
    },
  );

  test('the files of the repository beside the workspace can be read and not changed', {
    timeout: TIMEOUT_MS,
  }, async () => {
    makeProject();
    const sandbox = await create(await provider(), 'main/sub');
    const said = await run(
      sandbox,
      'cat ../beside; echo evil >../beside; rm ../beside; echo evil >../.envrc; mv ../../main/sub x; git checkout -q HEAD~0 && git rev-parse --show-prefix',
    );
    expect(said).toContain('as it was\n');
    expect(said).toContain('Read-only file system');
    expect(said).toMatch(/\nsub\/\n$/);
    expect(readFileSync(join(root, 'main/beside'), 'utf8')).toBe('as it was\n');
    expect(existsSync(join(root, 'main/.envrc'))).toBe(false);
  });

  test.each([
    ['a folder of a repository', 'main/sub', 'main', ['main/.git', 'main/sub/hooks']],
    ['a worktree', 'tree', 'main', ['main/.git', 'tree/sub/hooks']],
    ['a submodule', 'main/lib', 'main/lib', ['main/.git/modules/lib']],
  ])(
    'from %s nothing that git runs can be changed or made',
    { timeout: TIMEOUT_MS },
    async (_what, folder, repository, [store = '', hooks]) => {
      makeProject();
      const sandbox = await create(await provider(), folder);
      const before = readFileSync(join(root, store, 'config'), 'utf8');
      const attack = `
        dir=$(git rev-parse --git-common-dir); top=$(git rev-parse --show-toplevel)
        git config core.fsmonitor ./evil; echo evil >>$dir/config; mv $dir/config $dir/c; rm -f $dir/config
        cp $dir/HEAD e; mv -f e $dir/config; echo evil >$dir/config.worktree; echo evil >$dir/hooks/pre-commit
        mkdir -p $dir/hooks; mv $dir/hooks $dir/h; ln -s /tmp $dir/h2; mv -T $dir/h2 $dir/hooks
        echo evil >$dir/info/attributes; mv $dir/info $dir/i; mv $dir $dir.moved
        mkdir -p $top/sub/hooks; echo evil >$top/sub/hooks/pre-commit
        echo ran`;
      expect(await run(sandbox, attack)).toMatch(/ran\n$/);
      await sandbox.remove();
      expect(readFileSync(join(root, store, 'config'), 'utf8')).toBe(before);
      for (const path of ['hooks/pre-commit', 'config.worktree', 'info/attributes']) {
        expect(existsSync(join(root, store, path)), path).toBe(false);
      }
      if (hooks !== undefined) expect(existsSync(join(root, hooks))).toBe(false);
      expect(git(repository, 'log', '--format=%s', '-1')).toBe('one\n');
    },
  );

  test('a repository that names a worktree elsewhere shows nothing else of that', {
    timeout: TIMEOUT_MS,
  }, async () => {
    makeProject();
    writeFileSync(join(root, 'main/secret'), 'secret');
    const sandbox = await create(await provider(), 'tree');
    expect(
      await run(sandbox, `cat ${join(root, 'main/secret')} ${join(root, 'main/beside')}`),
    ).toMatch(/^(.*No such file or directory\n){2}$/);
  });
});
