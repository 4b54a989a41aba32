import { expect, test } from 'vitest';
import { readNativeChanges } from './changes.js';

test('reads the map that names the kind in `type`', () => {
  expect(
    readNativeChanges({
      '/w/a': { type: 'update', unified_diff: '@@ -1 +1 @@\n-x\n+y\n', move_path: '/w/b' },
      '/w/c': { type: 'add', content: 'one\ntwo\n' },
      '/w/d': { type: 'delete', content: 'gone' },
    }),
  ).toEqual([
    { path: '/w/a', kind: 'update', moved_to: '/w/b', diff: '@@ -1 +1 @@\n-x\n+y\n' },
    { path: '/w/c', kind: 'add', diff: '+one\n+two\n' },
    { path: '/w/d', kind: 'delete', diff: '-gone' },
  ]);
});

test('reads the map of the oldest versions, whose entries have their kind as a key', () => {
  expect(
    readNativeChanges({
      '/w/a': { update: { unified_diff: '@@\n-x\n+y\n', move_path: null } },
      '/w/c': { add: { content: '' } },
      '/w/d': { delete: null },
      '/w/e': 'delete',
    }),
  ).toEqual([
    { path: '/w/a', kind: 'update', diff: '@@\n-x\n+y\n' },
    { path: '/w/c', kind: 'add', diff: '' },
    { path: '/w/d', kind: 'delete' },
    { path: '/w/e', kind: 'delete' },
  ]);
});

test('reads the live list, and that of the app server', () => {
  expect(
    readNativeChanges([
      { path: '/w/a', kind: 'modify' },
      { path: '/w/b', kind: { type: 'update', move_path: '/w/c' }, diff: '@@\n+x\n' },
    ]),
  ).toEqual([
    { path: '/w/a', kind: 'update' },
    { path: '/w/b', kind: 'update', moved_to: '/w/c', diff: '@@\n+x\n' },
  ]);
});

test('reads nothing from what is no change', () => {
  for (const native of [undefined, null, 5, 'x', [null, {}, { path: 1 }], { a: 1, b: [] }]) {
    expect(readNativeChanges(native)).toBeUndefined();
  }
  for (const native of [[], {}]) expect(readNativeChanges(native)).toEqual([]);
  expect(readNativeChanges({ a: { type: 'explode' }, b: { kind: 7 }, c: {} })).toBeUndefined();
  expect(readNativeChanges(JSON.parse('{"__proto__":{"type":"add"}}'))).toEqual([
    { path: '__proto__', kind: 'add' },
  ]);
});
