import { expect, test } from 'vitest';
import { bindArguments } from './bind-arguments.js';

test('what lies within another comes after it', () => {
  const args = bindArguments([
    { source: '/a/b/c', access: 'write' },
    { source: '/x', target: '/a', access: 'read' },
    { source: '/a/b', access: 'read' },
  ]);
  expect(args).toEqual(
    ['--ro-bind /x /a', '--ro-bind /a/b /a/b', '--bind /a/b/c /a/b/c'].join(' ').split(' '),
  );
});

test('what is hidden is empty and stays so, but for what is given within it', () => {
  const args = bindArguments([
    { source: '/a/state/home', access: 'write' },
    { source: '/a/state', access: 'none' },
    { source: '/a', access: 'write' },
  ]);
  expect(args.join(' ')).toBe(
    '--bind /a /a --tmpfs /a/state --bind /a/state/home /a/state/home --remount-ro /a/state',
  );
});

test('what is for the sandbox alone has a bound', () => {
  const args = bindArguments([
    { source: '/a', access: 'write' },
    { source: '/a/.tool', access: 'scratch' },
  ]);
  expect(args.join(' ')).toBe('--bind /a /a --size 67108864 --tmpfs /a/.tool');
});

test.each([
  ['read', 'write'],
  ['write', 'read'],
] as const)('a place for %s and for %s can be written', (first, second) => {
  const args = bindArguments([
    { source: '/a', access: first },
    { source: '/a', access: second },
  ]);
  expect(args).toEqual(['--bind', '/a', '/a']);
});

test.each([
  ['read', 'fixed'],
  ['fixed', 'write'],
  ['none', 'fixed'],
] as const)('of %s and %s for one path the wall stays', (first, second) => {
  const args = bindArguments([
    { source: '/a', access: first },
    { source: '/a', access: second },
  ]);
  expect(args).toEqual(['--ro-bind', '/a', '/a']);
});
