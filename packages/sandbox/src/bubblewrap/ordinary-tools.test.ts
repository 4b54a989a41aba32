import { chmod, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requireProgram } from '@dragoman/testkit/sandbox-conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../contract.js';
import { findProgram } from '../process/find-program.js';
import { collectText, runProcess } from '../process/run-process.js';
import { createBubblewrapSandboxes } from './bubblewrap-sandboxes.js';

const TIMEOUT_MS = 180_000;

let root: string;
let sandbox: Sandbox;
let searchPath: string;
beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await requireProgram('git', 'git');
  await requireProgram('gcc', 'gcc libc6-dev');
  await requireProgram('make', 'make');
  await requireProgram('python3', 'python3');
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-tools-')));
  for (const name of ['workspace', 'home']) await mkdir(join(root, name));
  // A Node or a Rust of the user's own is in their home, and is given like any other folder.
  const ownTools = [dirname(dirname(await realpath(process.execPath))), await rustFolder()]
    .filter((path) => path !== undefined)
    .filter((path) => path !== '/usr');
  searchPath = [
    ...ownTools.map((path) => `${path}/bin`),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
  ].join(':');
  sandbox = await createBubblewrapSandboxes({ stateDirectory: join(root, 'state') }).create({
    workspace: join(root, 'workspace'),
    home: join(root, 'home'),
    readable: ownTools,
  });
}, 600_000);
afterAll(async () => {
  await sandbox?.remove();
  await rm(root, { recursive: true, force: true });
});

/** Where the compiler is that `cargo` stands for: rustup puts others of that name before it. */
async function rustFolder(): Promise<string | undefined> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const ask = { executable: '/bin/sh', args: ['-c', 'rustc --print sysroot'], env, cwd: '/' };
  const { exitCode, stdout } = await runProcess(ask);
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** Puts files into a folder of the workspace and runs a script there, which must succeed. */
async function inFolder(
  name: string,
  files: Readonly<Record<string, string>>,
  script: string,
): Promise<string> {
  const folder = join(root, 'workspace', name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await mkdir(folder, { recursive: true });
  const running = await sandbox.start({
    executable: 'sh',
    args: ['-e', '-c', script],
    env: { PATH: searchPath, HOME: sandbox.inside.home, LANG: 'C.UTF-8' },
    cwd: folder,
  });
  const [stdout, stderr, { exitCode }] = await Promise.all([
    collectText(running.stdout),
    collectText(running.stderr),
    running.exit,
  ]);
  expect({ exitCode, stderr: exitCode === 0 ? '' : `${stdout}${stderr}` }).toEqual({
    exitCode: 0,
    stderr: '',
  });
  return stdout;
}

const GIT_USER =
  'git config --global user.name Agent; git config --global user.email agent@localhost';

/** A package with a dependency that is beside it, and a test. */
const PACKAGE = {
  'package.json': JSON.stringify({
    name: 'small',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'node --test', prepare: 'node -e "1"' },
    dependencies: { beside: 'file:beside.tgz' },
  }),
  'beside/package.json': JSON.stringify({ name: 'beside', version: '1.0.0', main: 'index.js' }),
  'beside/index.js': 'module.exports = 41;',
  'sum.test.js': `
    import test from 'node:test';
    import assert from 'node:assert';
    import beside from 'beside';
    test('adds', () => assert.equal(beside + 1, 42));`,
};

const WORKERS = `
  const { Worker, isMainThread, parentPort } = require('node:worker_threads');
  const { execFileSync, fork } = require('node:child_process');
  if (process.argv[2] === 'child') process.send(require('node:os').userInfo().username);
  else if (!isMainThread) parentPort.postMessage(execFileSync('uname', { encoding: 'utf8' }).trim());
  else {
    new Worker(__filename).once('message', (said) => console.log(said));
    fork(__filename, ['child']).once('message', (said) => console.log(said));
  }`;

describe('with all walls, ordinary tools work as they do elsewhere', () => {
  test('git: init, commit, branch, stash, worktree, clone', { timeout: TIMEOUT_MS }, async () => {
    const said = await inFolder(
      'git',
      { 'origin/file': 'one\n' },
      `${GIT_USER}
       cd origin; git init -q -b main; git add .; git commit -qm one
       git checkout -qb topic; echo two >>file; git stash -q; git stash pop -q; git commit -qam two
       git worktree add -q ../tree main; cd ..
       git clone -q origin copy; git -C copy log --format=%s; git -C copy gc -q; git -C tree status -sb`,
    );
    expect(said).toBe('two\none\n## main\n');
  });

  test('npm: ci and test, with a lock file and without a network', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const said = await inFolder(
      'npm',
      PACKAGE,
      `npm pack --silent ./beside >/dev/null; mv beside-1.0.0.tgz beside.tgz
       npm install --offline --no-audit --no-fund --silent; rm -r node_modules
       npm ci --offline --no-audit --no-fund; npm test`,
    );
    expect(said).toMatch(/added 1 package/);
    expect(said).toMatch(/# pass 1/);
  });

  test('node: threads and child processes', { timeout: TIMEOUT_MS }, async () => {
    const said = await inFolder('node', { 'workers.cjs': WORKERS }, 'node workers.cjs');
    expect(said.trim().split('\n').sort()).toEqual(['Linux', 'agent']);
  });

  test('cargo: build and test, offline', { timeout: TIMEOUT_MS }, async (context) => {
    if ((await rustFolder()) === undefined) return context.skip('there is no cargo here');
    const said = await inFolder(
      'cargo',
      {
        'Cargo.toml': '[package]\nname = "small"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs': 'pub fn sum() -> u32 { 42 }\n#[test]\nfn adds() { assert_eq!(sum(), 42); }\n',
        'src/main.rs': 'fn main() { println!("{}", small::sum()); }\n',
      },
      'cargo build -q --offline; cargo run -q --offline; cargo test -q --offline',
    );
    expect(said).toMatch(/^42\n/);
    expect(said).toMatch(/1 passed/);
  });

  test('python: a virtual environment', { timeout: TIMEOUT_MS }, async () => {
    const said = await inFolder(
      'python',
      { 'main.py': 'import sqlite3, ssl, subprocess, sys\nprint(sys.prefix)\n' },
      `python3 -m venv --without-pip env; ./env/bin/python main.py
       python3 -c 'from multiprocessing import Pool
with Pool(2) as pool: print(pool.map(abs, [-1, -2]))'`,
    );
    expect(said).toBe(`${join(root, 'workspace', 'python', 'env')}\n[1, 2]\n`);
  });

  test('make and gcc', { timeout: TIMEOUT_MS }, async () => {
    const said = await inFolder(
      'make',
      {
        Makefile:
          'small: small.c\n\t$(CC) -pthread -o $@ $<\ninstall: small\n\tinstall -D -m 755 small out/bin/small\n',
        'small.c': `#include <pthread.h>
          #include <stdio.h>
          static void *say(void *what) { puts(what); return 0; }
          int main(void) { pthread_t one; pthread_create(&one, 0, say, "42"); return pthread_join(one, 0); }`,
      },
      'make -s install; ./out/bin/small',
    );
    expect(said).toBe('42\n');
  });

  test('java', { timeout: TIMEOUT_MS }, async (context) => {
    const javac = await findProgram('javac');
    if (javac === undefined) return context.skip('there is no javac here');
    const source = 'class Main { public static void main(String[] a) { System.out.println(42); } }';
    expect(await inFolder('java', { 'Main.java': source }, 'javac Main.java; java Main')).toBe(
      '42\n',
    );
  });

  test('folders that hand their group on: git, tar, cp, install', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const folder = join(root, 'workspace', 'shared');
    await mkdir(folder);
    await chmod(folder, 0o2775);
    await inFolder(
      'shared',
      { 'from/file': 'one' },
      `${GIT_USER}
       mkdir -p a/b; touch a/b/file; cp -r a copy; cp -r from copy2; install -d made/deep; install -m 755 from/file made/
       tar -cf from.tar from; mkdir out; tar -xf from.tar -C out; git init -q repository; git clone -q repository clone 2>/dev/null
       python3 -m venv --without-pip env`,
    );
    expect((await stat(join(folder, 'a', 'b'))).mode & 0o2000).toBe(0o2000);
  });

  test('names, time, certificates and users are found', { timeout: TIMEOUT_MS }, async () => {
    const said = await inFolder(
      'settings',
      {},
      `getent hosts localhost >/dev/null; getent hosts sandbox >/dev/null; getent services https >/dev/null
       whoami; uname -n; cat /etc/hostname; date >/dev/null; test -r /etc/os-release && echo named
       test -e /etc/machine-id || echo unknown; test -d /etc/ssl && echo certificates`,
    );
    expect(said).toBe('agent\nsandbox\nsandbox\nnamed\nunknown\ncertificates\n');
  });
});
