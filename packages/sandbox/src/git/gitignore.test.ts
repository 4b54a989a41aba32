import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseIgnoreRules } from './gitignore.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-ignore-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
}

const PATHS = [
  ...['a', 'b.log', 'build/x', 'deep/build/x', 'deep/b.log', 'doc/a.txt', 'doc/sub/a.txt', '#hash'],
  ...[
    'abc',
    'a/b',
    'foo/bar/baz',
    'x1',
    'x2y',
    'name with space ',
    'lit*star',
    '!bang',
    'z]',
    'foo',
  ],
];

/** Which of the files git ignores under these rules, and which we do. */
function compared(rules: string): { git: string[]; ours: string[] } {
  writeFileSync(join(folder, '.gitignore'), rules);
  const paths = PATHS.filter((path) => !PATHS.some((other) => other.startsWith(`${path}/`)));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  const listed = git('ls-files', '--others', '--exclude-standard', '-z').split('\0');
  const parsed = parseIgnoreRules(rules);
  const isIgnored = (path: string): boolean => {
    const names = path.split('/');
    return names.some((_, index) => {
      const isFolder = index < names.length - 1;
      return parsed.verdict(names.slice(0, index + 1).join('/'), isFolder) === 'ignored';
    });
  };
  return {
    git: paths.filter((path) => !listed.includes(path)),
    ours: paths.filter(isIgnored),
  };
}

test.each([
  '*.log',
  'build/',
  '/build',
  'doc/*.txt',
  'doc/**/*.txt',
  '**/a.txt',
  'foo/**',
  '***/a',
  '*\n!abc\n!a*',
  '\\#hash\n\\!bang',
  'name with space\\ ',
  'name with space ',
  'x[0-9]\nx[!0-1]y',
  '[z]]',
  'lit\\*star',
  'a?c',
  '# nothing\n\n   \n',
  'deep/\n!deep/b.log',
])('ignores with %j what git ignores', (rules) => {
  const { git: byGit, ours } = compared(rules);
  expect(ours).toEqual(byGit);
});

test('ignores what git ignores, whatever the rules are', () => {
  const rule = fc
    .array(
      fc.constantFrom('a', 'b', 'foo', 'bar', '*', '**', '?', '/', '!', '.log', '[a-c]', 'x'),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), (rules) => {
      const { git: byGit, ours } = compared(rules.join('\n'));
      expect(ours).toEqual(byGit);
    }),
    { numRuns: 60 },
  );
});

test('rules that an agent made to take for ever take a moment', () => {
  const rules = `${'*a'.repeat(400)}b\n`.repeat(50) + `${'**/a/'.repeat(150)}b\n`.repeat(50);
  const parsed = parseIgnoreRules(rules);
  const started = performance.now();
  expect(parsed.verdict('a'.repeat(255), false)).toBeUndefined();
  expect(parsed.verdict('a/'.repeat(200).slice(0, -1), false)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(2000);
});
