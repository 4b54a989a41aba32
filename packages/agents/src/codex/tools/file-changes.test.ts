import { expect, test } from 'vitest';
import { readNativeChanges, resolveChanges, resolvePath } from './file-changes.js';

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
  for (const native of [
    undefined,
    null,
    5,
    'x',
    [],
    {},
    [null, {}, { path: 1 }],
    { a: 1, b: [] },
  ]) {
    expect(readNativeChanges(native)).toEqual([]);
  }
  expect(readNativeChanges({ a: { type: 'explode' }, b: { kind: 7 }, c: {} })).toEqual([]);
  expect(readNativeChanges(JSON.parse('{"__proto__":{"type":"add"}}'))).toEqual([
    { path: '__proto__', kind: 'add' },
  ]);
});

test('makes paths absolute, without dots, and sorts by them', () => {
  const changes = [
    { path: 'b/../z.txt', kind: 'update' as const, moved_to: './y.txt' },
    { path: '/abs/./a', kind: 'add' as const },
    { path: 'B', kind: 'delete' as const },
  ];
  expect(resolveChanges(changes, '/w')).toEqual([
    { path: '/abs/a', kind: 'add' },
    { path: '/w/B', kind: 'delete' },
    { path: '/w/z.txt', kind: 'update', moved_to: '/w/y.txt' },
  ]);
  expect(resolveChanges(changes, undefined).map(({ path }) => path)).toEqual([
    '/abs/a',
    'B',
    'b/../z.txt',
  ]);
});

test('a file that is named twice is one change', () => {
  expect(
    resolveChanges(
      [
        { path: 'a', kind: 'update', diff: '@@\n+1\n' },
        { path: './a', kind: 'update', diff: '@@\n+2\n' },
        { path: 'b', kind: 'delete' },
        { path: 'b', kind: 'add', diff: '+x\n' },
      ],
      '/w',
    ),
  ).toEqual([
    { path: '/w/a', kind: 'update', diff: '@@\n+1\n@@\n+2\n' },
    { path: '/w/b', kind: 'add', diff: '+x\n' },
  ]);
});

test('knows folders by URL and on Windows', () => {
  expect(resolvePath('a', 'file:///my%20dir')).toBe('/my dir/a');
  expect(resolvePath('a', 'file:///100%')).toBe('/100%/a');
  expect(resolvePath('sub\\a', 'C:\\w')).toBe('C:\\w\\sub\\a');
  expect(resolvePath('C:\\x', '/w')).toBe('C:\\x');
});
