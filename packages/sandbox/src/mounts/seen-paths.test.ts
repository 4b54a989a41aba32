import { expect, test } from 'vitest';
import { seenPaths } from './seen-paths.js';

test('a path is found in all that is seen, with the folders on the way to it', () => {
  const seen = [
    { source: '/home', target: '/home', access: 'read' as const },
    { source: '/home/me', target: '/workspace', access: 'write' as const },
    { source: '/home/me/a/state/homes/one', target: '/home/agent', access: 'write' as const },
  ];
  expect(seenPaths(seen, ['/home/me/a/state', '/elsewhere'])).toEqual([
    {
      source: '/home/me/a/state',
      target: '/home/me/a/state',
      access: 'read',
      above: [
        { source: '/home/me', target: '/home/me', access: 'read' },
        { source: '/home/me/a', target: '/home/me/a', access: 'read' },
      ],
    },
    {
      source: '/home/me/a/state',
      target: '/workspace/a/state',
      access: 'write',
      above: [{ source: '/home/me/a', target: '/workspace/a', access: 'write' }],
    },
  ]);
});

test('where one folder is seen within another, it says what may be done on the way', () => {
  const seen = [
    { source: '/a/b', target: '/a/b', access: 'read' as const },
    { source: '/a', target: '/a', access: 'write' as const },
  ];
  expect(seenPaths(seen, ['/a/b/c/state'])).toEqual([
    {
      source: '/a/b/c/state',
      target: '/a/b/c/state',
      access: 'read',
      above: [{ source: '/a/b/c', target: '/a/b/c', access: 'read' }],
    },
  ]);
});

test('the way begins at the outermost folder, whose parts could be renamed', () => {
  const seen = [
    { source: '/a', target: '/a', access: 'write' as const },
    { source: '/a/x/b', target: '/a/x/b', access: 'read' as const },
  ];
  const [path] = seenPaths(seen, ['/a/x/b/c/file']);
  expect(path?.access).toBe('read');
  expect(path?.above).toEqual([
    { source: '/a/x', target: '/a/x', access: 'write' },
    { source: '/a/x/b/c', target: '/a/x/b/c', access: 'read' },
  ]);
});
