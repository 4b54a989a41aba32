import { expect, test } from 'vitest';
import { hiddenPlaces } from './hidden-places.js';

test('a hidden folder is found in all that is seen, with the folders on the way to it', () => {
  const seen = [
    { source: '/home', target: '/home', access: 'read' as const },
    { source: '/home/me', target: '/workspace', access: 'write' as const },
    { source: '/home/me/a/state/homes/one', target: '/home/agent', access: 'write' as const },
  ];
  expect(hiddenPlaces(seen, ['/home/me/a/state', '/elsewhere'])).toEqual([
    {
      source: '/home/me/a/state',
      target: '/home/me/a/state',
      above: [
        { source: '/home/me', target: '/home/me', access: 'read' },
        { source: '/home/me/a', target: '/home/me/a', access: 'read' },
      ],
    },
    {
      source: '/home/me/a/state',
      target: '/workspace/a/state',
      above: [{ source: '/home/me/a', target: '/workspace/a', access: 'write' }],
    },
  ]);
});

test('where one folder is seen within another, it says what may be done on the way', () => {
  const seen = [
    { source: '/a/b', target: '/a/b', access: 'read' as const },
    { source: '/a', target: '/a', access: 'write' as const },
  ];
  expect(hiddenPlaces(seen, ['/a/b/c/state'])).toEqual([
    {
      source: '/a/b/c/state',
      target: '/a/b/c/state',
      above: [{ source: '/a/b/c', target: '/a/b/c', access: 'read' }],
    },
  ]);
});
