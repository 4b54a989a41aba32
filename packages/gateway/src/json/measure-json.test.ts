import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countNames, measureJson } from './measure-json.js';

test('a text has as many names as its value, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(measureJson(Buffer.from(text)).names).toBe(countNames(JSON.parse(text)));
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', 2, 1],
  ['{"a":{"b":1,"\\u0062":2}}', 3, 2],
  ['{"__proto__":1,"a":"\\\\\\":"}', 2, 2],
])('a name that stands twice shows: %s', (text, written, kept) => {
  expect(measureJson(Buffer.from(text)).names).toBe(written);
  expect(countNames(JSON.parse(text))).toBe(kept);
});

test.each([60, 61, 62, 63, 64, 65, 66, 67])('escapes count at any position (%i)', (length) => {
  for (const tail of ['\\\\', '\\"', '\\\\\\"', '\\\\\\\\']) {
    const text = `{"a":"${'x'.repeat(length)}${tail}","b:":[1,":"]}`;
    expect(measureJson(Buffer.from(text)).names).toBe(countNames(JSON.parse(text)));
  }
});

test('endless brackets, quotes and backslashes are counted', () => {
  expect(measureJson(Buffer.from('['.repeat(4_000_000))).marks).toBe(4_000_000);
  expect(measureJson(Buffer.from('"'.repeat(4_000_000))).marks).toBe(0);
  expect(measureJson(Buffer.from(`"${'\\'.repeat(4_000_000)}"`)).marks).toBe(0);
  expect(measureJson(Buffer.from(`"${'\\"'.repeat(2_000_000)}"`)).marks).toBe(0);
  expect(measureJson(Buffer.from('['.repeat(4_000_000)), 1000).marks).toBe(1001);
});
