import { expect, test } from 'vitest';
import type { CollectedWork } from '../contract.js';
import { leavesNothing } from './leaves-nothing.js';

const work: CollectedWork = {
  base: { text: 'main', commit: 'base' },
  tip: 'tip',
  others: [],
  lost: [],
};
const imported = { lost: [], submodules: [] };
const changed = { files: 1, insertions: 1, deletions: 0, untracked: 1 };

test('a workspace whose commits and files have arrived is not needed any more', () => {
  expect(leavesNothing(work, imported)).toBe(true);
  const committed = { ...work, uncommitted: { ...changed, disposition: 'committed' as const } };
  expect(leavesNothing(committed, imported)).toBe(true);
  const recovered = { reason: 'another repository', onto: 'commit', leftOut: [] };
  expect(leavesNothing({ ...work, recovered }, imported)).toBe(true);
});

test.each<[string, CollectedWork, typeof imported | { lost: never[]; submodules: string[] }]>([
  ['files', { ...work, uncommitted: { ...changed, disposition: 'kept' } }, imported],
  ['commits', { ...work, recovered: { reason: 'gone', onto: 'base', leftOut: [] } }, imported],
  ['a socket', { ...work, recovered: { reason: 'x', onto: 'tip', leftOut: ['s'] } }, imported],
  ['commits of a submodule', work, { lost: [], submodules: ['lib'] }],
])('%s that are only there keep it', (_what, collected, arrived) => {
  expect(leavesNothing(collected, arrived)).toBe(false);
});
