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

/** A value inside as many objects as `JSON.stringify` cannot go down. */
function bury(value: unknown): unknown {
  let buried = value;
  for (let depth = 0; depth < 20_000; depth++) buried = { a: buried };
  return buried;
}

test.each<[string, unknown]>([
  ['dates', { at: new Date(0), never: new Date(Number.NaN) }],
  ['a toJSON that takes its key', [{ toJSON: (key: string) => `at ${key}` }]],
  ['a toJSON that gives nothing', { a: { toJSON: () => undefined }, b: [{ toJSON() {} }] }],
  ['functions and symbols', { a: () => 1, b: Symbol('b'), c: [() => 1, Symbol('c')] }],
  ['boxed values', [new String('x'), new Number(1), new Boolean(false)]],
  ['numbers that are none', [Number.NaN, Number.POSITIVE_INFINITY, -0]],
  ['maps, sets and bytes', [new Map([[1, 2]]), new Set([1]), Uint8Array.of(1)]],
  ['an array with holes', Array.from({ length: 2, 0: 1 })],
])('writes %s as JSON.stringify does, at any depth', (_name, value) => {
  const expected = JSON.stringify(value);
  expect(writeJson(value)).toBe(expected);
  expect(writeJson(bury(value))).toContain(`:${expected}}`);
});

test('refuses what JSON has no word for when it is strict, and writes null for it when not', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const selfMade: unknown = { toJSON: () => ({ again: selfMade }) };
  const broken = {
    toJSON() {
      throw new Error('no');
    },
  };
  const throwing = {
    get a() {
      throw new Error('no');
    },
  };
  for (const value of [1n, Object(1n), cyclic, selfMade, broken, throwing]) {
    expect(writeJson([value])).toContain('null');
    for (const given of [value, [value], bury(value)]) {
      expect(() => writeJson(given, { strict: true })).toThrowError(
        expect.objectContaining({ code: 'not_json' }),
      );
    }
  }
});
