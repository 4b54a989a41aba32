import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainJson } from './is-plain-json.js';

test('whatever it is true for reads back the same', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withBoxedValues: true });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anything), (value) => {
      if (!isPlainJson(value)) return;
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    }),
    { numRuns: 1000 },
  );
});

test('is true for what was read from JSON', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(isPlainJson(JSON.parse(text))).toBe(true);
    }),
  );
  expect(isPlainJson(JSON.parse('{"__proto__":{"a":[1,null]}}'))).toBe(true);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a member that holds nothing', { a: undefined }],
  ['a list with a hole', Array.from({ length: 2, 1: 'x' })],
  ['a number that is none', [Number.NaN]],
  ['a zero below zero', -0],
  ['a bigint', [1n]],
  ['a function', { a: () => 1 }],
  ['a date', [new Date(0)]],
  ['bytes', Uint8Array.of(1)],
  ['a map', new Map()],
  ['a boxed text', [new String('x')]],
  ['what is inherited', Object.create({ a: 1 })],
  ['what writes itself', { toJSON: () => 1 }],
  ['a list that is more than one', new (class extends Array {})()],
])('is false for %s', (_name, value) => {
  expect(isPlainJson(value)).toBe(false);
});

test('is false for what is nested very deep, and for a cycle', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  expect(isPlainJson(cyclic)).toBe(false);
  expect(isPlainJson(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(false);
});
