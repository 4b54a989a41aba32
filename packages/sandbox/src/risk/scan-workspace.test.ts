import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanWorkspace } from './scan-workspace.js';

let root: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-risk-')));
  workspace = join(root, 'workspace');
  mkdirSync(workspace);
});
afterEach(() => execFileSync('rm', ['-rf', root]));

function put(path: string, mode = 0o644): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), 'evil');
  chmodSync(join(workspace, path), mode);
}

/** A moment that is later than everything before it, also for a kernel that counts in ticks. */
async function now(): Promise<number> {
  await delay(30);
  const since = Date.now();
  await delay(30);
  return since;
}

async function found(
  since: number,
  more: { mostEntries?: number; skip?: string[]; walled?: boolean } = {},
) {
  const { items, incomplete } = await scanWorkspace({ workspace, since, ...more });
  const words = items.map(
    ({ path, risk, change, undone }) => `${path} ${risk} ${change}${undone ? ' undone' : ''}`,
  );
  return { words: words.sort(), incomplete };
}

test('finds what was made or changed and could be run, and nothing else', async () => {
  const old = ['package.json', 'Makefile', 'src/index.js', 'tool.sh', '.git/hooks/post-commit'];
  for (const path of [...old, '.git/config', 'keep/package.json', 'keep/run.sh']) put(path, 0o755);
  const since = await now();
  for (const path of ['package.json', 'src/index.js', 'tool.sh', '.git/config']) {
    writeFileSync(join(workspace, path), 'changed');
  }
  chmodSync(join(workspace, 'src/index.js'), 0o644);
  for (const path of [
    ...['.github/workflows/ci.yml', 'vite.config.ts', 'sub/.vscode/tasks.json', 'bin/start'],
    ...['lefthook.yml', 'a/b/c/d/e/.envrc', 'README.md', 'src/plain.js', 'sub/.git/config'],
    ...['.git/hooks/pre-commit', '.git/rebase-merge/git-rebase-todo', 'it.code-workspace'],
  ]) {
    put(path);
  }
  put('build.sh', 0o755);
  symlinkSync('/etc/passwd', join(workspace, 'absolute'));
  symlinkSync('../../etc', join(workspace, 'src', 'relative'));
  symlinkSync('../README.md', join(workspace, 'src', 'within'));
  expect(await found(since)).toEqual({
    incomplete: false,
    words: [
      '.git/config repository changed',
      '.git/hooks/pre-commit repository created',
      '.git/rebase-merge/git-rebase-todo repository created',
      '.github/workflows/ci.yml workflow created',
      'a/b/c/d/e/.envrc settings created',
      'absolute link created',
      'bin/start executable created',
      'build.sh executable created',
      'it.code-workspace settings created',
      'lefthook.yml hooks created',
      'package.json scripts changed',
      'src/relative link created',
      'sub/.git repository created',
      'sub/.vscode/tasks.json settings created',
      'tool.sh executable changed',
      'vite.config.ts build created',
    ],
  });
});

test('is not deceived by times set back, by moved folders or by hard links', async () => {
  for (const path of ['old/.vscode/tasks.json', 'old/readme', 'plain']) put(path);
  put('dormant', 0o755);
  const since = await now();
  put('package.json');
  utimesSync(join(workspace, 'package.json'), new Date(0), new Date(0));
  renameSync(join(workspace, 'old'), join(workspace, 'moved'));
  linkSync(join(workspace, 'plain'), join(workspace, 'Makefile'));
  renameSync(join(workspace, 'dormant'), join(workspace, 'install.sh'));
  expect((await found(since)).words).toEqual([
    'Makefile build changed',
    'install.sh executable changed',
    'moved/.vscode/tasks.json settings changed',
    'package.json scripts created',
  ]);
});

test('takes back what leads git to another configuration, and rights of the owner', async () => {
  for (const path of ['.git/HEAD', '.git/config', '.git/modules/sub/HEAD', 'precious']) put(path);
  const since = await now();
  put('.git/commondir');
  symlinkSync(join(workspace, 'precious'), join(workspace, '.git/modules/sub/commondir'));
  put('program', 0o755);
  chmodSync(join(workspace, 'program'), 0o6755);
  symlinkSync('program', join(workspace, 'linked'));
  expect((await found(since)).words).toEqual([
    '.git/commondir repository created undone',
    '.git/modules/sub/commondir repository created undone',
    'program executable created',
    'program setuid changed undone',
  ]);
  expect(statSync(join(workspace, 'program')).mode & 0o7777).toBe(0o755);
  expect(readFileSync(join(workspace, 'precious'), 'utf8')).toBe('evil');
  const { items } = await scanWorkspace({ workspace, since });
  expect(items.map(({ path }) => path)).toEqual(['program']);
});

test.each([
  ['user', 0o4755],
  ['group', 0o2755],
])('takes back the rights of the %s that a program gives to whoever runs it', async (_of, mode) => {
  const since = await now();
  put('program', mode);
  expect((await found(since)).words).toEqual([
    'program executable created',
    'program setuid changed undone',
  ]);
  expect(statSync(join(workspace, 'program')).mode & 0o7777).toBe(0o755);
});

test('a folder that git takes for a repository is one', async () => {
  const since = await now();
  for (const path of ['docs/HEAD', 'docs/config', 'docs/objects/x', 'docs/refs/x']) put(path);
  expect((await found(since)).words).toEqual(['docs repository created']);
});

test('trees of tools are one item each, wherever in them something changed', async () => {
  for (const path of [
    'node_modules/a/index.js',
    'node_modules/b/cli.js',
    'x/node_modules/c/d.js',
  ]) {
    put(path, 0o755);
  }
  const since = await now();
  writeFileSync(join(workspace, 'node_modules/b/cli.js'), 'changed');
  put('node_modules/.bin/b', 0o755);
  put('.venv/bin/python', 0o755);
  expect((await found(since)).words).toEqual([
    '.venv executable created',
    'node_modules executable changed',
  ]);
});

test('names of any bytes are found, and nothing that is skipped', async () => {
  const since = await now();
  const name = Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0x61, 0xff, 0x0a, 0x62])]);
  mkdirSync(name);
  writeFileSync(Buffer.concat([name, Buffer.from('/Makefile')]), 'evil');
  put('größe/Makefile');
  put('state/homes/one/.bashrc', 0o755);
  expect((await found(since, { skip: [join(workspace, 'state')] })).words).toEqual([
    'a\ufffd\nb/Makefile build created',
    'größe/Makefile build created',
  ]);
});

test('says so when there is more than is looked at', async () => {
  const since = await now();
  for (let at = 0; at < 40; at += 1) put(`folder-${at}/file`);
  expect((await found(since, { mostEntries: 20 })).incomplete).toBe(true);
  // Deeper than a path can be long: one tree is moved into the depth of another.
  const deep = `${'d'.repeat(99)}/`.repeat(25);
  for (const name of ['one', 'two']) mkdirSync(join(workspace, name, deep), { recursive: true });
  renameSync(join(workspace, 'two'), join(workspace, 'one', deep, 'two'));
  expect((await found(since)).incomplete).toBe(true);
});

test.each(['.git/sequencer', '.git/modules', '.git/info', '.git/worktrees', '.git/rebase-merge'])(
  'a file at %s hides nothing beside it',
  async (path) => {
    put('.git/config');
    put('a/readme');
    const since = await now();
    put(path);
    put('.git/hooks/pre-commit');
    put('Makefile');
    put('a/package.json');
    expect(await found(since)).toEqual({
      incomplete: false,
      words: [
        '.git/hooks/pre-commit repository created',
        'Makefile build created',
        'a/package.json scripts created',
      ],
    });
  },
);

test('a link in place of a folder of git’s is reported', async () => {
  put('.git/config');
  const since = await now();
  put('evil/readme');
  for (const name of ['modules', 'info', 'hooks']) {
    symlinkSync('../evil', join(workspace, '.git', name));
  }
  expect((await found(since)).words).toEqual([
    '.git/hooks repository created',
    '.git/info repository created',
    '.git/modules repository created',
  ]);
});

test('a submodule is found below a folder that was made to look like one', async () => {
  put('.git/modules/lib/sub/HEAD');
  put('.git/modules/lib/objects/HEAD');
  put('.git/modules/lib/objects/config');
  const since = await now();
  for (const folder of ['', '/lib']) put(`.git/modules${folder}/HEAD`);
  for (const name of ['sub', 'objects']) put(`.git/modules/lib/${name}/hooks/pre-commit`);
  expect((await found(since)).words).toEqual([
    '.git/modules/lib/objects/hooks/pre-commit repository created',
    '.git/modules/lib/sub/hooks/pre-commit repository created',
  ]);
});

test('says so where there are too many submodules to be looked at', async () => {
  put('.git/config');
  const since = await now();
  for (let at = 0; at < 250; at += 1)
    mkdirSync(join(workspace, '.git/modules', `m${at}`), { recursive: true });
  put('.git/modules/z/HEAD');
  put('.git/modules/z/hooks/pre-commit');
  expect((await found(since)).incomplete).toBe(true);
});

test('a folder of settings that was moved and touched is reported itself', async () => {
  for (const path of ['a/evil/tasks.json', 'a/plain/readme', '.vscode/keep/x']) put(path);
  const since = await now();
  renameSync(join(workspace, 'a/evil'), join(workspace, '.idea'));
  renameSync(join(workspace, 'a/plain'), join(workspace, '.vscode/more'));
  const later = new Date(Date.now() + 1000);
  for (const path of ['.idea', '.vscode/more', '.vscode']) {
    utimesSync(join(workspace, path), later, later);
  }
  expect((await found(since)).words).toEqual([
    '.idea settings changed',
    '.vscode settings changed',
    '.vscode/more settings changed',
  ]);
  // Behind walls these two could not be, and what walls need changes such folders.
  renameSync(join(workspace, '.idea'), join(workspace, '.zed'));
  utimesSync(join(workspace, '.zed'), later, later);
  expect((await found(since, { walled: true })).words).toEqual([
    '.vscode/more settings changed',
    '.zed settings changed',
  ]);
});

test('what a link in a protected place leads to is reported when it is made or changed', async () => {
  put('conf/settings.json');
  put('b');
  symlinkSync('env.sh', join(workspace, '.envrc'));
  symlinkSync('conf', join(workspace, '.claude'));
  symlinkSync('a', join(workspace, '.npmrc'));
  symlinkSync('b', join(workspace, 'a'));
  symlinkSync(join(workspace, 'absolute'), join(workspace, '.mcp.json'));
  symlinkSync('loop', join(workspace, '.yarnrc'));
  symlinkSync('loop', join(workspace, 'loop'));
  symlinkSync('../outside', join(workspace, '.vimrc'));
  const since = await now();
  expect(await found(since)).toEqual({ words: [], incomplete: false });
  put('env.sh');
  put('absolute');
  writeFileSync(join(workspace, 'conf/settings.json'), 'changed');
  writeFileSync(join(workspace, 'b'), 'changed');
  symlinkSync('b', join(workspace, '.exrc'));
  expect(await found(since)).toEqual({
    incomplete: false,
    words: [
      '.exrc settings created',
      'absolute settings created',
      'b settings changed',
      'b settings changed',
      'conf settings changed',
      'env.sh settings created',
    ],
  });
});

test('knows what shells and sessions start with', async () => {
  const since = await now();
  const paths = ['.bashrc', '.gitconfig', '.ssh/config', '.config/emacs/init.el', '.local/bin/x'];
  for (const path of [...paths, '.config/mise.toml', '.yarn/releases/y.cjs', '.config/plain'])
    put(path);
  expect((await found(since)).words).toEqual(
    [...paths, '.config/mise.toml', '.yarn/releases/y.cjs']
      .sort()
      .map((path) => `${path} settings created`),
  );
});
