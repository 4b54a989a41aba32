import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLike } from './cut-like.js';

const whole = { text: 'a'.repeat(500) + 'b'.repeat(500), status: 'success' as const };
const cut = (text: string) => ({ text, status: 'success' as const, truncated: true as const });

test('a whole output is cut as the other view cut it', () => {
  const same = cut(`${'a'.repeat(100)}…800 tokens truncated…${'b'.repeat(100)}`);
  expect(cutLike(whole, same)).toEqual(same);
});

test('another output stays whole, so that the difference shows', () => {
  const other = cut(`${'a'.repeat(100)}…800 tokens truncated…${'c'.repeat(100)}`);
  expect(cutLike(whole, other)).toBe(whole);
});

test('an output that was not cut, or is in one view only, stays as it is', () => {
  expect(cutLike(whole, { text: 'a', status: 'success' })).toBe(whole);
  expect(cutLike(whole, undefined)).toBe(whole);
  expect(cutLike(undefined, cut('a'))).toBeUndefined();
});

test('whatever was cut out of an output, the two are the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 81 }), fc.string(), (head, middle, tail) => {
      const shown = cut(`${head}[... omitted 9 of 10 lines ...]${tail}`);
      expect(cutLike({ text: head + middle + tail, status: 'success' }, shown)).toEqual(shown);
    }),
  );
});
