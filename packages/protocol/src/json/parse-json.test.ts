import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';

test('gives the value of valid JSON', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ ok: true, value: { a: [1, null] } });
});

test('gives the error of anything else, and never throws', () => {
  for (const text of ['', '{', 'nul', '{"a":1}}', '\u0000', "{'a':1}"]) {
    expect(parseJson(text)).toMatchObject({ ok: false, error: expect.any(SyntaxError) });
  }
});

test('reads 100,000 levels of nesting', () => {
  expect(parseJson('['.repeat(100_000) + ']'.repeat(100_000)).ok).toBe(true);
});

test('leaves a __proto__ key an ordinary key', () => {
  const parsed = parseJson('{"__proto__":{"polluted":true}}');
  expect(parsed.ok && Object.keys(Object(parsed.value))).toEqual(['__proto__']);
  expect(Object(parsed.ok && parsed.value).polluted).toBeUndefined();
});
