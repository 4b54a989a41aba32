import { expect, test } from 'vitest';
import { resolveChanges, resolvePath } from './resolve-changes.js';

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
