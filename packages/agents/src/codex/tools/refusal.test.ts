import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRustString } from './refusal.js';

test('reads the escapes of a debug print', () => {
  expect(readRustString('x: "a\\"b\\\\c\\n\\t\\r\\0\\\'\\u{e9}\\u{1f600}" }', 3)).toBe(
    'a"b\\c\n\t\r\0\'é😀',
  );
});

test('reads nothing where no quoted text is, or none that ends', () => {
  for (const print of ['', 'x', '"', '"open', '"open\\"']) {
    expect(readRustString(print, 0)).toBeUndefined();
  }
});

test('reads any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'"\\u{}f0nx') }), (text) => {
      readRustString(`"${text}`, 0);
    }),
  );
  expect(readRustString('"\\u{ffffff}"', 0)).toBe('\ufffd');
});
