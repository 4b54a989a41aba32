import { expect, test } from 'vitest';
import type { CheckedOptions } from '../check-options.js';
import { effectiveMounts, givenFolders, sandboxMounts } from './sandbox-mounts.js';

const INSIDE = { workspace: '/workspace', home: '/home/agent' };

function options(more: Partial<CheckedOptions> = {}): CheckedOptions {
  return {
    workspace: '/projects/one',
    home: '/state/home',
    workspaceAccess: 'write',
    network: 'none',
    doors: {},
    readable: [],
    mounts: [],
    readOnly: [],
    writable: [],
    hidden: [],
    ...more,
  };
}

const accessOf = (more: Partial<CheckedOptions>) =>
  givenFolders(options(more), INSIDE).find(({ target }) => target === '/workspace')?.access;

test.each<[string, Partial<CheckedOptions>, 'read' | 'write']>([
  ['can be written', {}, 'write'],
  ['that is only to be read can only be read', { workspaceAccess: 'read' }, 'read'],
  ['that is read-only can only be read', { readOnly: ['/projects/one'] }, 'read'],
  ['in what is read-only can only be read', { readOnly: ['/projects'] }, 'read'],
  ['beside what is read-only can be written', { readOnly: ['/projects/on'] }, 'write'],
  ['around what is read-only can be written', { readOnly: ['/projects/one/bin'] }, 'write'],
])('a workspace %s', (_what, more, access) => {
  expect(accessOf(more)).toBe(access);
});

test('of two for one path a wall holds, and what is given is seen where it is hidden', () => {
  const at = (access: 'none' | 'read' | 'write' | 'fixed') =>
    ({ source: '/x', target: '/x', access }) as const;
  expect(effectiveMounts([at('write'), at('fixed'), at('none')])).toEqual([at('fixed')]);
  expect(effectiveMounts([at('none'), at('read')])).toEqual([at('read')]);
});

test('what is hidden is an empty folder within the workspace, in which no wall shows anything', () => {
  const given = givenFolders(options(), INSIDE);
  const wall = { path: '/projects/one/state/.git/config' };
  const mounts = sandboxMounts(given, { hidden: ['/projects/one/state'], walls: [wall] });
  expect(mounts.filter(({ target }) => target.startsWith('/workspace/'))).toEqual([
    { source: '/projects/one/state', target: '/workspace/state', access: 'none' },
  ]);
});
