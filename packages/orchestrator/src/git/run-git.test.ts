import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { gitWords } from './git-failure.js';
import { parseVersion, versionIsTooOld } from './git-version.js';
import { checkOwnBranch, isPlainBranch, refPart } from './ref-names.js';
import { openGit } from './run-git.js';

test.each([
  ['git version 2.39.3', true],
  ['git version 2.39.4', false],
  ['git version 2.39.5 (Apple Git-154)', false],
  ['git version 2.40.0.windows.1', false],
  ['git version 3.0', false],
  ['git version 1.99.9', true],
])('%s is too old: %s', (text, expected) => {
  const version = parseVersion(text);
  expect(version === undefined ? 'unread' : versionIsTooOld(version)).toBe(expected);
});

test('a git that an agent could have written is not run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const executable = join(folder, 'git');
  writeFileSync(executable, '#!/bin/sh\necho git version 9.9.9\n');
  chmodSync(executable, 0o755);
  await expect(openGit({ executable })).rejects.toMatchObject({ code: 'program_untrusted' });
});

test("git's words are in the error, and what it ran into has a name", async () => {
  const git = await openGit();
  await expect(git.run({ args: ['cat-file', '-t', 'nothing'], gitDir: '/' })).rejects.toThrow(
    expect.objectContaining({
      code: 'git_failed',
      message: expect.stringMatching(
        /^git cat-file failed \(exit code 128\): fatal: not a git repository/,
      ),
    }),
  );
  await expect(git.run({ args: ['help', '-a'], maxOutputBytes: 10 })).rejects.toMatchObject({
    code: 'git_output_limit',
  });
  const waiting = git.run({ args: ['hash-object', '--stdin-paths'], stdinFile: '/nowhere/x' });
  await expect(waiting).rejects.toMatchObject({ code: 'git_failed' });
});

test('git sees no settings of the user or the system, and none of this process', async () => {
  const git = await openGit();
  const { text } = await git.run({ args: ['config', '--list', '--show-origin'] });
  expect(text.split('\n').filter((line) => !line.startsWith('command line:'))).toEqual([]);
});

test('words of git are bounded and have no control characters', () => {
  expect(gitWords('a\u001b[2Jb\u202ec\n')).toBe('a\ufffd[2Jb\ufffdc');
  expect(gitWords('x'.repeat(5000))).toHaveLength(2001);
});

test.each(['dragoman/best-of/run_1/k12', 'dragoman/a.b_c-d'])('%s can be written', (name) => {
  expect(() => checkOwnBranch(name)).not.toThrow();
});

test.each([
  ...['main', 'dragoman', 'dragoman/', 'dragoman/a..b', 'dragoman/.a', 'dragoman/a.lock'],
  ...['dragoman//a', 'dragoman/a/', 'dragoman/a b', 'dragoman/a\n', 'dragoman/@{0}', '-dragoman/a'],
  ...['dragoman/../main', 'refs/heads/dragoman/a', `dragoman/${'a'.repeat(200)}`],
])('%j is never written', (name) => {
  expect(() => checkOwnBranch(name)).toThrow(expect.objectContaining({ code: 'branch_invalid' }));
});

test('any name becomes one part of a ref', () => {
  const names = [
    'a/b',
    '..',
    'x.lock',
    'ü\n',
    '',
    '-',
    '@{0}',
    '.',
    'a.',
    '~^:?*[\\',
    'x'.repeat(500),
  ];
  const parts = names.map(refPart);
  expect(parts.filter((part) => !isPlainBranch(`r/${part.replaceAll('%', '')}`))).toEqual([]);
  expect(new Set(parts).size).toBe(names.length);
});
