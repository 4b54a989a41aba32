import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { gitVariables } from './git-variables.js';

test('git reads the settings after those that the environment has already', () => {
  const env = {
    PATH: '/usr/bin:/bin',
    GIT_CONFIG_NOSYSTEM: '1',
    ...gitVariables([{ key: 'core.pager', value: 'cat' }], 0),
    ...gitVariables(
      [
        { key: 'user.name', value: "A 'name' = x" },
        { key: 'core.bare', value: undefined },
      ],
      1,
    ),
  };
  const list = execFileSync('git', ['config', '--list', '-z'], { env, cwd: '/', encoding: 'utf8' });
  expect(list).toBe("core.pager\ncat\0user.name\nA 'name' = x\0core.bare\ntrue\0");
});

test('no settings are no variables', () => {
  expect(gitVariables([], 3)).toEqual({});
});
