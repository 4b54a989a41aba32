import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './split-text.js';

test('the pieces of any text are whole characters and together the text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(text, fc.nat(40), (piece, repeats) => {
      const whole = piece.repeat(repeats);
      const pieces = splitText(whole);
      const bytes = Buffer.concat(pieces.map((one) => Buffer.from(one)));
      return pieces.length <= 64 && bytes.equals(Buffer.from(whole));
    }),
  );
});

test('a sentence comes in several pieces and an empty text in none', () => {
  expect(splitText('日本語 🚀 is more than one piece')).toHaveLength(4);
  expect(splitText('')).toEqual([]);
});
