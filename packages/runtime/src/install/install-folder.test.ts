import { expect, test } from 'vitest';
import { defaultCacheDirectory, userCacheDirectory } from './install-folder.js';

test.each([
  ['linux', {}, '/home/me/.cache'],
  ['linux', { XDG_CACHE_HOME: '/var/tmp/me' }, '/var/tmp/me'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/me/.cache'],
  ['darwin', { XDG_CACHE_HOME: '/x' }, '/home/me/Library/Caches'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local'],
] as const)('the cache of a user on %s with %j is %s', (platform, environment, expected) => {
  expect(userCacheDirectory(environment, platform, '/home/me')).toBe(expected);
});

test('DRAGOMAN_CACHE decides when it is set', () => {
  expect(defaultCacheDirectory({ DRAGOMAN_CACHE: '/somewhere' })).toBe('/somewhere');
  expect(defaultCacheDirectory({ XDG_CACHE_HOME: '/c' })).toBe('/c/dragoman');
});
