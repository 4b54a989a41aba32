import { expect, test } from 'vitest';
import { matchesGitFolder } from './include-condition.js';

const context = { home: '/none/home', file: '/none/etc/gitconfig' };

test.each([
  ['gitdir:/work/', '/work/one/.git', true],
  ['gitdir:/work/', '/workshop/.git', false],
  ['gitdir:/work/one/.git', '/work/one/.git', true],
  ['gitdir:/work/*/.git', '/work/one/.git', true],
  ['gitdir:/work/*/.git', '/work/one/two/.git', false],
  ['gitdir:/work/**/.git', '/work/one/two/.git', true],
  ['gitdir:/work/**/.git', '/work/.git', true],
  ['gitdir:/work/**/x/', '/work/x/.git', true],
  ['gitdir:constructor', '/work/constructor', true],
  ['gitdir:one/', '/work/one/.git', true],
  ['gitdir:~/one/', '/none/home/one/.git', true],
  ['gitdir:./one/', '/none/etc/one/.git', true],
  ['gitdir:/Work/', '/work/one/.git', false],
  ['gitdir/i:/Work/', '/work/one/.git', true],
  ['gitdir:/a.b/', '/axb/.git', false],
  ['onbranch:main', '/work/one/.git', false],
  ['hasconfig:remote.*.url:x', '/work/one/.git', false],
])('%s fits %s: %s', (condition, folder, fits) => {
  expect(matchesGitFolder(condition, folder, context)).toBe(fits);
});
