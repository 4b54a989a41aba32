import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CONTAINERS_TIMEOUT_MS,
  podmanSubject,
  requireProgram,
} from '@dragoman/testkit/sandbox-conformance';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBubblewrapSandboxes } from '../bubblewrap/bubblewrap-sandboxes.js';
import type { Sandbox, SandboxProvider } from '../contract.js';
import { collectText } from '../process/run-process.js';
import { runLaterPaths } from './run-later-paths.js';

const TIMEOUT_MS = 240_000;

let root: string;
let workspace: string;
let sandboxes: Sandbox[];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-walls-')));
  workspace = join(root, 'workspace');
  for (const name of ['workspace', 'home']) mkdirSync(join(root, name));
  sandboxes = [];
});
afterEach(async () => {
  for (const sandbox of sandboxes) await sandbox.remove();
  rmSync(root, { recursive: true, force: true });
});

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  const env = { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  const all = [...identity, '-c', 'protocol.file.allow=always', ...args];
  return execFileSync('git', all, { cwd: folder, env, encoding: 'utf8' });
}

function put(path: string, content = 'as it was'): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), content);
}

/** A repository with a submodule, a worktree, a package and settings of many kinds. */
function makeProject(): void {
  const library = join(root, 'library');
  mkdirSync(library);
  git(library, 'init', '-q');
  writeFileSync(join(library, 'file'), 'one\n');
  git(library, 'add', '-A');
  git(library, 'commit', '-qm', 'one');
  git(workspace, 'init', '-q', '-b', 'main');
  put('file', 'one\n');
  put('.vscode/settings.json');
  put('packages/a/.vscode/settings.json');
  put('packages/a/file');
  git(workspace, 'submodule', '--quiet', 'add', library, 'lib/sub');
  git(workspace, 'config', 'core.hooksPath', 'tools/hooks');
  put('tools/hooks/pre-commit', '#!/bin/sh\nexit 0\n');
  chmodSync(join(workspace, 'tools/hooks/pre-commit'), 0o755);
  put('.gitignore', '/tree\n');
  git(workspace, 'add', '-A');
  git(workspace, 'commit', '-qm', 'one');
  git(workspace, 'worktree', 'add', '-q', join(workspace, 'tree'), '-b', 'tree');
  git(workspace, 'config', 'user.name', 'T');
  git(workspace, 'config', 'user.email', 't@example.com');
}

async function create(provider: SandboxProvider, writable: string[] = []): Promise<Sandbox> {
  const sandbox = await provider.create({ workspace, home: join(root, 'home'), writable });
  sandboxes.push(sandbox);
  return sandbox;
}

async function run(sandbox: Sandbox, script: string): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: sandbox.inside.home };
  const running = await sandbox.start({ executable: 'sh', args: ['-c', script], env });
  const [stdout, stderr] = await Promise.all([running.stdout, running.stderr].map(collectText));
  return { stdout: stdout ?? '', stderr: stderr ?? '' };
}

/** All that is at a path, in words. */
function describePath(path: string): string {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 'nothing';
  if (status.isFile()) return readFileSync(path, 'latin1');
  if (!status.isDirectory()) return 'neither file nor folder';
  return readdirSync(path)
    .sort()
    .map((name) => `${name}: ${describePath(join(path, name))}`)
    .join('\n');
}

/** Every way to have something else at a path than there was. */
const ATTACK = `
  exec 2>/dev/null
  echo evil >evil; mkdir -p evils; echo evil >evils/evil
  for path in "$@"; do
    above=$(dirname "$path"); name=$(basename "$path")
    echo evil >"$path"; echo evil >"$path/evil"; chmod 777 "$path"; truncate -s 9 "$path"
    ln "$path" hard && echo evil >hard; ln "$path/settings.json" hard && echo evil >hard; rm -f hard
    mkdir -p "$path"; rm -rf "$path"; rmdir "$path"; mv -T "$path" elsewhere
    cp evil new; mv -T new "$path"; cp -r evils new; mv -T new "$path"; rm -rf new
    ln -s /tmp "$path"; ln -sfn /tmp "$path"; ln -s evils new; mv -T new "$path"; rm -f new
    [ "$above" = . ] || { mv -T "$above" gone && mkdir -p "$above" && echo evil >"$path"; }
    [ "$above" = . ] || { ln -s evils new; mv -T new "$above"; rm -f new; }
    exec 3<"$above" && echo evil >"/proc/self/fd/3/$name"; rm -rf "/proc/self/fd/3/$name"
    cd "$above" && { echo evil >"$name"; mv "$name" "$name.old"; cd "$OLDPWD"; }
    unshare --user --map-root-user --mount sh -c '
      umount "$1"; umount -l "$1"; mount -o remount,rw,bind "$1"; echo evil >"$1"; rm -rf "$1"; mv "$1" x
    ' sh "$path"
  done
  mv .git gone; mv lib gone; mv packages gone; mv tools gone
  echo ran >&1`;

const WALLED_ALREADY = [
  ...['.git/hooks', '.git/config', '.git/config.worktree', '.git/info/attributes'],
  ...['.git/modules/lib/sub/config', '.git/modules/lib/sub/hooks', 'lib/sub/.git', 'tree/.git'],
  ...['.git/worktrees/tree/commondir', '.git/worktrees/tree/gitdir', 'tools/hooks'],
  ...['packages/a/.vscode', '.bashrc', '.pnpmfile.cjs', '.yarn/releases'],
];
const WALLED = [
  ...WALLED_ALREADY,
  ...runLaterPaths.filter(({ missing }) => missing !== 'left').map(({ path }) => path),
];

describe.each<[kind: string, provider: () => Promise<SandboxProvider>]>([
  ['bubblewrap', async () => createBubblewrapSandboxes({ stateDirectory: join(root, 'state') })],
  ['a container', async () => (await podmanSubject()).provider(join(root, 'state'))],
])('in %s', (_kind, provider) => {
  beforeAll(() => requireProgram('bwrap', 'bubblewrap'), CONTAINERS_TIMEOUT_MS);

  test('nothing that is run later can be changed or made, by whatever way', {
    timeout: TIMEOUT_MS,
  }, async () => {
    makeProject();
    for (const path of ['.bashrc', '.pnpmfile.cjs', '.yarn/releases/yarn.cjs']) put(path);
    git(workspace, 'add', '-A');
    git(workspace, 'commit', '-qm', 'two');
    const before = Object.fromEntries(
      WALLED.map((path) => [path, describePath(join(workspace, path))]),
    );
    const sandbox = await create(await provider());
    const words = WALLED.map((path) => `'${path}'`).join(' ');
    const attack = `set -- ${words}\n${ATTACK}; rm -rf evil evils new gone elsewhere hard x`;
    expect((await run(sandbox, attack)).stdout).toBe('ran\n');
    await sandbox.remove();
    const after = Object.fromEntries(
      WALLED.map((path) => [path, describePath(join(workspace, path))]),
    );
    expect(after).toEqual(before);
    expect(git(workspace, 'status', '--short')).toBe('');
  });

  test('what is for the sandbox alone has a bound and leaves nothing', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const sandbox = await create(await provider());
    const script = `
      cd .opencode && echo small >small && cat small
      dd if=/dev/zero of=large bs=1M count=80 2>/dev/null || echo full
      test $(stat -c %s large) -le 67108864 && echo bounded
      echo a >/etc/ssl/private/a; test -e /etc/ssl/private/a || echo kept`;
    expect((await run(sandbox, script)).stdout).toBe('small\nfull\nbounded\nkept\n');
    await sandbox.remove();
    expect(readdirSync(workspace)).toEqual([]);
  });

  test('what is said to be writable is, and the rest is not', { timeout: TIMEOUT_MS }, async () => {
    makeProject();
    const sandbox = await create(await provider(), ['.vscode', '.git/config', '.npmrc/']);
    const script =
      'for path in .vscode/x .git/config .npmrc .idea/x .yarnrc; do echo a >>$path; done';
    await run(sandbox, script);
    await sandbox.remove();
    expect(describePath(join(workspace, '.vscode/x'))).toBe('a\n');
    expect(describePath(join(workspace, '.git/config'))).toMatch(/\na\n$/);
    expect(describePath(join(workspace, '.npmrc'))).toBe('a\n');
    for (const path of ['.idea', '.yarnrc']) {
      expect(describePath(join(workspace, path))).toBe('nothing');
    }
  });
});

describe('the walls', () => {
  beforeAll(() => requireProgram('bwrap', 'bubblewrap'), CONTAINERS_TIMEOUT_MS);

  const provider = () => createBubblewrapSandboxes({ stateDirectory: join(root, 'state') });

  test.each([
    ['/etc', 'within the workspace'],
    ['../other', 'within the workspace'],
    ['a/../../b', 'within the workspace'],
    ['.', 'within the workspace'],
    ['', 'within the workspace'],
    ['.vscode/settings.json', 'name .vscode'],
  ])('%j is refused as a path to be writable', async (path, words) => {
    await expect(create(provider(), [path])).rejects.toMatchObject({
      code: 'writable_invalid',
      message: expect.stringContaining(words),
    });
    expect(readdirSync(workspace)).toEqual([]);
    expect(await provider().list()).toEqual([]);
  });

  test('are passed by where a link leads out, and follow one that stays', async () => {
    mkdirSync(join(root, 'outside'));
    writeFileSync(join(root, 'outside', 'secret'), 'secret');
    symlinkSync('../outside', join(workspace, '.vscode'));
    put('settings/claude.json');
    symlinkSync('settings', join(workspace, '.claude'));
    const sandbox = await create(provider());
    const script = 'cat .vscode/secret; echo changed >settings/claude.json; mv settings gone';
    expect((await run(sandbox, script)).stdout).toBe('');
    expect(describePath(join(workspace, 'settings/claude.json'))).toBe('as it was');
  });

  test('stand where a link leads to that has no target yet', async () => {
    const links = {
      '.envrc': 'env.sh',
      '.claude': 'conf/claude',
      '.gdbinit': 'gdb',
      '.vscode': '../out',
    };
    mkdirSync(join(workspace, 'conf'));
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(workspace, path));
    const first = await create(provider());
    const sandbox = await create(provider());
    await first.remove();
    const script = `
      for path in env.sh gdb conf/claude .envrc .gdbinit; do echo evil >$path; rm -rf $path.x; done
      mkdir -p conf/claude; echo evil >conf/claude/evil; rm -rf conf/claude; echo evil >env.sh; echo ran`;
    expect((await run(sandbox, script)).stdout).toBe('ran\n');
    await sandbox.remove();
    for (const path of ['env.sh', 'gdb', 'conf/claude']) {
      expect(describePath(join(workspace, path))).toBe('nothing');
    }
  });

  test('keep what was made on this machine meanwhile', async () => {
    const sandbox = await create(provider());
    put('.vscode/settings.json', 'mine');
    rmSync(join(workspace, '.npmrc'));
    put('.npmrc', 'mine');
    await sandbox.remove();
    expect(describePath(workspace)).toBe('.npmrc: mine\n.vscode: settings.json: mine');
  });

  test('stay for one sandbox when another on the same workspace goes', async () => {
    const first = await create(provider());
    const second = await create(provider());
    await first.remove();
    await run(second, 'echo evil >.npmrc; mkdir .vscode; echo evil >.vscode/evil; rm -rf .vscode');
    const third = await create(provider());
    await second.remove();
    await run(third, 'echo evil >.npmrc; echo evil >.vscode/evil');
    expect(describePath(join(workspace, '.vscode'))).toBe('');
    await third.remove();
    expect(readdirSync(workspace)).toEqual([]);
  });

  test(
    'of an owner that was killed are taken away with the sandbox, but not from another',
    async () => {
      const code = `
      import { createBubblewrapSandboxes } from '@dragoman/sandbox';
      const provider = createBubblewrapSandboxes({ stateDirectory: ${JSON.stringify(join(root, 'state'))} });
      await provider.create(${JSON.stringify({ workspace, home: join(root, 'home') })});
      console.log('made'); setInterval(() => {}, 1000);`;
      const owner = spawn(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: fileURLToPath(new URL('../../../testkit/src', import.meta.url)),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(owner, 'exit');
      await Promise.race([once(owner.stdout, 'data'), gone]);
      const other = await create(provider());
      owner.kill('SIGKILL');
      await gone;
      const [left] = (await provider().list()).filter(({ owned }) => !owned);
      await left?.remove();
      await run(other, 'echo evil >.npmrc; echo evil >.vscode/evil');
      expect(describePath(join(workspace, '.vscode'))).toBe('');
      await other.remove();
      expect(readdirSync(workspace)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test('of two sandboxes leave each a folder for OpenCode, and none when both are gone', async () => {
    const [one, other] = [await create(provider()), await create(provider())];
    for (const sandbox of [one, other]) await run(sandbox, 'echo own >.opencode/opencode.json');
    expect(describePath(join(workspace, '.opencode'))).toBe('');
    await one.remove();
    await other.remove();
    expect(readdirSync(workspace)).toEqual([]);
  });

  test(
    'let git work: in a repository, in a submodule and in a worktree',
    async () => {
      makeProject();
      const work = `
      set -e
      git status --short
      for folder in . lib/sub tree; do
        cd "$WORK/$folder"
        git config user.name >/dev/null || export GIT_AUTHOR_NAME=T GIT_COMMITTER_NAME=T EMAIL=t@example.com
        name=$(basename "$PWD"); git checkout -q -b "$name-work"
        echo two >>file; git diff --quiet && exit 1
        git add -A; git commit -qm two; git tag "$name-tag"
        git branch "$name-topic"; git checkout -q "$name-topic"
        echo three >more; git add more; git commit -qm three
        git checkout -q "$name-work"; echo four >other; git add other; git commit -qm four
        git rebase -q "$name-topic"; git checkout -q "$name-topic"; git merge -q --no-ff -m merged "$name-work"
        echo five >>file; git stash -q; git stash pop -q; git checkout -q file
        git worktree add -q "$WORK/made" -b "$name-made"
        (cd "$WORK/made" && echo a >b && git add b && git commit -qm made); git worktree remove "$WORK/made"
        git log --oneline | wc -l; git status --short; git gc -q
      done
      cd "$WORK"; git submodule status >/dev/null
      cd /tmp; git init -q fresh; cd fresh; git commit -q --allow-empty -m first; git log --oneline | wc -l`;
      const sandbox = await create(provider());
      const { stdout, stderr } = await run(sandbox, `WORK=${workspace}; ${work}`);
      expect({ stdout, stderr }).toEqual({
        stdout: '5\n5\n5\n1\n',
        stderr: '',
      });
    },
    TIMEOUT_MS,
  );

  test('say what is wrong where git wants to change its configuration', async () => {
    makeProject();
    const sandbox = await create(provider());
    const script =
      'git config a.b c; git remote add x y; git checkout -q -b b --track main; git branch';
    const { stdout, stderr } = await run(sandbox, script);
    expect(
      stderr.match(/could not write config file .git\/config: Device or resource busy/g),
    ).toHaveLength(4);
    expect(stdout).toContain('main');
  });

  test('leave files that yarn can read where it is used, which git inside passes by', async () => {
    makeProject();
    put('yarn.lock', '');
    const sandbox = await create(provider());
    expect(describePath(join(workspace, '.yarnrc.yml'))).toBe('');
    const script = 'git status --short; git add -A; git status --short; echo evil >.yarnrc.yml';
    const { stdout } = await run(sandbox, `${script}; cat .yarnrc.yml .npmrc .yarnrc`);
    expect(stdout).toBe('?? yarn.lock\nA  yarn.lock\n');
    await sandbox.remove();
    expect(git(workspace, 'status', '--short')).toBe('A  yarn.lock\n');
  });

  test('let a repository be made where there is none, and stay out of it', async () => {
    const sandbox = await create(provider());
    const identity = '-c user.name=T -c user.email=t@example.com';
    const script = `git init -q && echo a >a && git add -A && git ${identity} commit -qm a && git ls-files && git status --short`;
    expect(await run(sandbox, script)).toEqual({ stdout: 'a\n', stderr: '' });
  });
});

describe('a workspace of another form', () => {
  beforeAll(() => requireProgram('bwrap', 'bubblewrap'), CONTAINERS_TIMEOUT_MS);

  const provider = () => createBubblewrapSandboxes({ stateDirectory: join(root, 'state') });

  test.each([
    ['a worktree', 'tree'],
    ['a submodule', 'lib/sub'],
  ])(
    'that is %s, whose .git is a file, has its walls',
    { timeout: TIMEOUT_MS },
    async (_kind, folder) => {
      makeProject();
      workspace = join(workspace, folder);
      put('yarn.lock', '');
      const before = describePath(join(workspace, '.git'));
      expect(before).toMatch(/^gitdir: /);
      const sandbox = await create(provider());
      const script =
        'echo evil >.git; rm -f .git; echo evil >.npmrc; echo evil >.vscode/evil; echo ran';
      expect((await run(sandbox, script)).stdout).toBe('ran\n');
      await sandbox.remove();
      expect(describePath(join(workspace, '.git'))).toBe(before);
      expect(describePath(join(workspace, '.npmrc'))).toBe('nothing');
    },
  );

  test('with files where folders are usual, or a pipe for a list, has its walls', async () => {
    git(workspace, 'init', '-q');
    rmSync(join(workspace, '.git/info/exclude'));
    execFileSync('mkfifo', [join(workspace, '.git/info/exclude')]);
    for (const path of ['.config', '.yarn', '.git/modules', '.git/worktrees']) put(path);
    const sandbox = await create(provider());
    expect((await run(sandbox, 'echo evil >.npmrc; echo evil >.git/config; echo ran')).stdout).toBe(
      'ran\n',
    );
    await sandbox.remove();
    expect(describePath(join(workspace, '.npmrc'))).toBe('nothing');
    expect(describePath(join(workspace, '.git/config'))).toContain('[core]');
  });

  test('with more submodules than are looked at has a wall before them all', async () => {
    git(workspace, 'init', '-q');
    for (let at = 0; at < 250; at += 1) put(`.git/modules/m${at}/HEAD`);
    const sandbox = await create(provider());
    const script =
      'for m in .git/modules/*; do mkdir $m/hooks; done; mkdir .git/modules/new; echo ran';
    expect((await run(sandbox, script)).stdout).toBe('ran\n');
    expect(describePath(join(workspace, '.git/modules/m240'))).toBe('HEAD: as it was');
    expect(readdirSync(join(workspace, '.git/modules'))).toHaveLength(250);
  });

  test('whose configuration names files that are not there has walls before them', async () => {
    git(workspace, 'init', '-q');
    const config = '[core] hooksPath = made\n[include]\n\tpath = ../shared.conf\n';
    put('.git/config', `${readFileSync(join(workspace, '.git/config'), 'utf8')}${config}`);
    put('shared.conf', '[include]\npath = next.conf\n[core]\nattributesFile = attributes\n');
    const sandbox = await create(provider());
    const names = ['made', 'made/pre-commit', 'shared.conf', 'next.conf', 'attributes'];
    const script = `for name in ${names.join(' ')}; do echo evil >$name; rm -rf $name; done; git status --short`;
    expect((await run(sandbox, script)).stdout).toBe('?? shared.conf\n');
    expect(describePath(join(workspace, 'made'))).toBe('');
    await sandbox.remove();
    expect(readdirSync(workspace).sort()).toEqual(['.git', 'shared.conf']);
    expect(describePath(join(workspace, 'shared.conf'))).toContain('next.conf');
  });
});
