import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from './write-json.js';

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('leaves out members without a value', () => {
  expect(writeJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
});

test('sorts the keys at every depth when asked', () => {
  expect(writeJson({ b: [{ d: 1, c: 2 }], a: 0 }, { sortKeys: true })).toBe(
    '{"a":0,"b":[{"c":2,"d":1}]}',
  );
});

test('writes 100,000 levels of nesting', () => {
  const text = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
  expect(writeJson(JSON.parse(text))).toBe(text);
});

test('writes a cycle as null, and the same object twice as itself', () => {
  const shared = { a: 1 };
  const cyclic: Record<string, unknown> = { shared, again: shared };
  cyclic.self = cyclic;
  expect(writeJson(cyclic)).toBe('{"shared":{"a":1},"again":{"a":1},"self":null}');
});

test('keeps a __proto__ key', () => {
  const text = '{"__proto__":{"x":1},"a":2}';
  expect(writeJson(JSON.parse(text))).toBe(text);
});
