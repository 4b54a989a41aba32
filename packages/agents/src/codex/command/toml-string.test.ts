import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tomlString } from './toml-string.js';

test('quotes what TOML would take for something else', () => {
  expect(tomlString('a"b\\c\n')).toBe('"a\\"b\\\\c\\n"');
  expect(tomlString('\u007f\u0000')).toBe('"\\u007f\\u0000"');
  expect(tomlString('lone \ud800')).toBe('"lone \ufffd"');
});

test('any text stays one line without control characters and reads back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const quoted = tomlString(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(quoted).toMatch(/^"[^\u0000-\u001f\u007f]*"$/);
      expect(JSON.parse(quoted)).toBe(text);
    }),
  );
});
