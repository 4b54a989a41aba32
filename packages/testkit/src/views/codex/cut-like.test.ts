import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLike } from './cut-like.js';

const whole = { text: 'a'.repeat(500) + 'b'.repeat(500), status: 'success' as const };
const cut = (text: string) => ({ text, status: 'success' as const, truncated: true as const });

test('a whole output is cut as the other view cut it', () => {
  const same = cut(`${'a'.repeat(100)}…800 tokens truncated…${'b'.repeat(100)}`);
  expect(cutLike(whole, same)).toEqual(same);
});

test.each(['[... omitted 0 of 1 lines ...]', '[... output truncated to fit 10240 bytes ...]'])(
  'one long line may have lost its end: %s',
  (mark) => {
    const same = cut(`${'a'.repeat(400)}\n${mark}`);
    expect(cutLike(whole, same)).toEqual(same);
    expect(cutLike(whole, cut(`${'c'.repeat(400)}\n${mark}`))).toBe(whole);
  },
);

test('another output stays whole, so that the difference shows', () => {
  const other = cut(`${'a'.repeat(100)}…800 tokens truncated…${'c'.repeat(100)}`);
  expect(cutLike(whole, other)).toBe(whole);
});

test('a cut output that leaves next to nothing stays another', () => {
  expect(cutLike(whole, cut(''))).toBe(whole);
  expect(cutLike(whole, cut('…998 tokens truncated…'))).toBe(whole);
  expect(cutLike(whole, cut(`a…998 tokens truncated…b`))).toBe(whole);
  expect(cutLike(whole, cut(`${'a'.repeat(400)}…600 tokens truncated…`))).toBe(whole);
});

test('nothing but the words that mark the cut may stand in its place', () => {
  const [head, tail] = ['a'.repeat(100), 'b'.repeat(100)];
  expect(cutLike(whole, cut(`${head}${tail}`))).toBe(whole);
  expect(cutLike(whole, cut(`${head}…800 tokens truncated… and more${tail}`))).toBe(whole);
  expect(cutLike(whole, cut(`${head}x…800 tokens truncated…${tail}`))).toBe(whole);
});

test('an output that was not cut, or is in one view only, stays as it is', () => {
  expect(cutLike(whole, { text: 'a', status: 'success' })).toBe(whole);
  expect(cutLike(whole, undefined)).toBe(whole);
  expect(cutLike(undefined, cut('a'))).toBeUndefined();
});

test('whatever was cut out of an output, the two are the same', () => {
  const end = fc.string({ minLength: 100 });
  fc.assert(
    fc.property(end, fc.string({ minLength: 81 }), end, (head, middle, tail) => {
      const shown = cut(`${head}\n\n[... omitted 9 of 10 lines ...]\n\n${tail}`);
      expect(cutLike({ text: head + middle + tail, status: 'success' }, shown)).toEqual(shown);
    }),
  );
});

test('a hostile output costs no more than its length', () => {
  const many = '…1 tokens truncated…'.repeat(20_000) + '\n'.repeat(200_000);
  const other = cut(`${many.slice(0, 150)}x${many.slice(150, -1)}`);
  expect(cutLike({ text: many, status: 'success' }, other)).not.toBe(other);
});
