import { expect, test } from 'vitest';
import { given } from './given.js';

test('only what is undefined is not there', () => {
  const members = { a: 1, b: undefined, c: null, d: '', e: false };
  expect(Object.entries(given(members))).toEqual([
    ['a', 1],
    ['c', null],
    ['d', ''],
    ['e', false],
  ]);
});
