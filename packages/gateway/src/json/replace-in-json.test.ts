import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceInJson } from './replace-in-json.js';

const shout = (text: string) => text.toUpperCase();

test('replaces keys and strings and leaves spacing, numbers and escapes as they stand', () => {
  const source = '{ "a" : [1.0, "b", 12345678901234567890, "\\u0041"],\n "c":{"d":null}}';
  expect(replaceInJson(source, shout)).toBe(
    '{ "A" : [1.0, "B", 12345678901234567890, "\\u0041"],\n "C":{"D":null}}',
  );
});

test('says where each string lies', () => {
  const found: string[] = [];
  replaceInJson('{"a":[{"b":"x"},"y"],"c":"z"}', (text, { kind, path }) => {
    found.push(`${kind} ${path.join('.')}=${text}`);
    return text;
  });
  expect(found).toEqual([
    'key a=a',
    'key a.0.b=b',
    'string a.0.b=x',
    'string a.1=y',
    'key c=c',
    'string c=z',
  ]);
});

test.each([
  ['a string that is cut off', '{"a":"bc', '{"A":"BC'],
  ['an escape that is cut off', '{"a":"b\\u00', '{"A":"B'],
  ['text after JSON', '{"a":1} and more', '{"A":1} AND MORE'],
  ['text that is no JSON', 'just "words" 1', 'JUST "WORDS" 1'],
  ['text that only begins like it', '[done] x', '[DONE] X'],
  ['a word that begins like a number', '[12ab]', '[12AB]'],
])('reaches %s', (_name, source, expected) => {
  expect(replaceInJson(source, shout)).toBe(expected);
});

test('changes what JSON.parse sees, and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      const source = JSON.stringify(value, null, space);
      expect(replaceInJson(source, (text) => text)).toBe(source);
      if (typeof value !== 'object' || value === null) return;
      const marked: unknown = JSON.parse(replaceInJson(source, (text) => `${text}!`));
      expect(JSON.stringify(marked)).toBe(JSON.stringify(mark(value)));
    }),
  );
});

function mark(value: unknown): unknown {
  if (typeof value === 'string') return `${value}!`;
  if (Array.isArray(value)) return value.map(mark);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [`${key}!`, mark(item)]));
}

test('takes any text in its stride, deep nesting and endless escapes included', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u1a ') }), (text) => {
      expect(replaceInJson(text, (value) => value)).toBe(text);
    }),
  );
  const deep = '{"a":'.repeat(50_000);
  expect(replaceInJson(deep, (text) => text)).toBe(deep);
  const escapes = `["${'\\'.repeat(1_000_001)}"`;
  expect(replaceInJson(escapes, (text) => text)).toBe(escapes);
});
