import { expect, test } from 'vitest';
import { deriveId } from './derive-id.js';

test('gives the same id for the same fields', () => {
  expect(deriveId('session', 3, 'text')).toBe(deriveId('session', 3, 'text'));
});

test('tells fields apart that read the same when run together', () => {
  const ids = [deriveId('ab', 'c'), deriveId('a', 'bc'), deriveId('abc'), deriveId('2:ab1:c')];
  expect(new Set(ids).size).toBe(4);
});
