import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SettingValue } from '../../agent-command.js';
import { tomlString, tomlValue } from './settings.js';

test.each<[SettingValue, string]>([
  ['a "b"', '"a \\"b\\""'],
  [true, 'true'],
  [-1.5, '-1.5'],
  [2 ** 53, '9007199254740992.0'],
  [Number.NEGATIVE_INFINITY, '-inf'],
  [Number.NaN, 'nan'],
  [[], '[]'],
  [['a', [1]], '["a", [1]]'],
  [{ 'a.b': { c: [{}] } }, '{ "a.b" = { "c" = [{}] } }'],
])('writes %j', (value, expected) => {
  expect(tomlValue(value)).toBe(expected);
});

test('writes lists of texts and whole numbers as JSON does', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean())), (list) => {
      expect(JSON.parse(tomlValue(list))).toEqual(list.map((value) => (value === 0 ? 0 : value)));
    }),
  );
});

test('refuses what TOML has no form for', () => {
  expect(() => tomlValue(JSON.parse('{"a":[null]}'))).toThrow(/null can't be a setting/);
});

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
