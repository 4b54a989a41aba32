import { expect, test } from 'vitest';
import { defaultStateDirectory } from './state-directory.js';

test.each<[what: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, path: string]>([
  ['the one that is set', { DRAGOMAN_STATE: '/own', XDG_STATE_HOME: '/x' }, 'linux', '/own'],
  ['the XDG one', { XDG_STATE_HOME: '/x' }, 'linux', '/x/dragoman'],
  ['the usual one', { DRAGOMAN_STATE: '' }, 'linux', '/home/me/.local/state/dragoman'],
  [
    'the usual one when XDG is relative',
    { XDG_STATE_HOME: 'x' },
    'freebsd',
    '/home/me/.local/state/dragoman',
  ],
  ['the one of macOS', {}, 'darwin', '/home/me/Library/Application Support/dragoman'],
])('the state folder is %s', (_what, environment, platform, path) => {
  expect(defaultStateDirectory(environment, platform, '/home/me')).toBe(path);
});
