import { expect, test } from 'vitest';
import { salvageJson } from './salvage-json.js';

test('a text that was cut off says what came whole', () => {
  expect(salvageJson('{"id":"r","usage":{"input_tokens":1000,"output_tok')).toEqual({
    usage: { input_tokens: 1000 },
  });
  expect(salvageJson('[{"usageMetadata":{"promptTokenCount":7}}\n,{"a":[1,{"b":2')).toEqual([
    { usageMetadata: { promptTokenCount: 7 } },
    { a: { 0: 1, 1: { b: 2 } } },
  ]);
});

test('keys of the prototype are keys like any other', () => {
  expect(Object.keys(salvageJson('{"__proto__":{"x":1},"y":') as object)).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('x');
});
