import { expect, test } from 'vitest';
import { namedPaths } from './git-walls.js';

test.each([
  ['[core]\n\thooksPath = tools/hooks ; ours\n', ['hooks tools/hooks']],
  ['[core] hooksPath = x\n', ['hooks x']],
  ['[core]hookspath="a;b"\r\n', ['hooks a;b']],
  ['[core]\nattributesFile = \\\n  more\n', ['attributes more']],
  [
    '[include]\npath = ../a\n[includeIf "gitdir:~/x/"]\npath = "b c"\n',
    ['include ../a', 'include b c'],
  ],
  ['[difftool "x"]\npath = run\n', ['other run']],
  ['# hooksPath = x\n[core]\nbare = false\nhooksPath\n', []],
])('reads %j', (config, expected) => {
  expect(namedPaths(config).map(({ name, path }) => `${name} ${path}`)).toEqual(expected);
});
