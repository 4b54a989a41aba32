import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseGitConfig } from './parse-git-config.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-git-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What git itself reads in a file. Undefined where it refuses the file. */
function asGitReads(text: string): string[] | undefined {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const args = ['config', '--file', file, '--no-includes', '--list', '--null'];
  try {
    const out = execFileSync('git', args, { env, cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    return out.split('\0').slice(0, -1);
  } catch {
    return undefined;
  }
}

function asParsed(text: string): string[] {
  return parseGitConfig(text).map(({ key, value }) =>
    value === undefined ? key : `${key}\n${value}`,
  );
}

test.each([
  '[user]\n\tname = Ada Lovelace\n\temail = ada@example.com\n',
  '[user] name = "Ada  Lovelace" ; ours\n# x\n[core]\nautocrlf\n',
  '[User]\nName=a\\"b\\\\c\\n\\td\n',
  '[includeIf "gitdir:~/Work/"]\npath = ~/.gitconfig-work\n',
  '[a.B "x\\"y\\\\z"]\nk = one \\\n  two\n',
  '\uFEFF[a]\r\nk = v   \r\nl=  a   b  # c\r\n',
  '[a]\nk = "a # b" c ; d\nl =\nm = ""\n',
  '[a] b\n[c]d=e\n',
  '',
])('reads %j as git does', (text) => {
  expect(asParsed(text)).toEqual(asGitReads(text));
});

/** Git before 2.45 makes a space of every tab within a value. */
const withoutTabs = (setting: string) => setting.replaceAll('\t', ' ');

test('whatever git takes is read as git reads it', () => {
  const piece = fc.constantFrom(
    ...['[a]', '[a "b"]', '[x-1.y]', '\n', '\n', '\t', ' ', 'k', 'name', '=', '= ', 'v', '#', ';'],
    ...['"', '\\\n', '\\n', '\\"', '\\\\', 'é', '\r\n', '1', '-'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = `[s]\n${pieces.join('')}`;
      const expected = asGitReads(text);
      if (expected !== undefined) {
        expect(asParsed(text).map(withoutTabs)).toEqual(expected.map(withoutTabs));
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('what comes after a mistake is not read', () => {
  expect(asParsed('[a]\nk = v\n[broken\nl = w\n')).toEqual(['a.k\nv']);
  expect(asParsed('k = v\n')).toEqual([]);
});
