import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonObjectDecoder, extractJsonObjects } from './extract-json-objects.js';

test('takes whole objects and keeps the beginning of the next', () => {
  expect(extractJsonObjects('{"a":1}\n{"b":2}\n{"c":')).toEqual({
    objects: ['{"a":1}', '{"b":2}'],
    rest: '{"c":',
  });
});

test.each([
  ['a backslash and an n between objects', '{"a":1}\\n{"b":2}\\n', ['{"a":1}', '{"b":2}']],
  ['a stray quote before an object', 'warn: "oops\n{"a":1}\n', ['{"a":1}']],
  ['a stray brace before an object', 'warn: { oops\n{"a":1}\n', ['{"a":1}']],
  ['a closing brace too many', '}}\n{"a":1}}\n{"b":2}', ['{"a":1}', '{"b":2}']],
  ['stray backslashes', '\\"\\ {"a":1}\\\\ {"b":2}', ['{"a":1}', '{"b":2}']],
  [
    'braces and quotes in strings',
    '{"a":"}{\\"\\\\"}{"b":"{"}',
    ['{"a":"}{\\"\\\\"}', '{"b":"{"}'],
  ],
  [
    'nested objects and lists',
    '{"a":{"b":[{},[],{"c":null}]}}x',
    ['{"a":{"b":[{},[],{"c":null}]}}'],
  ],
  ['all sorts of values', '{"a":-1.5e+3,"b":true,"c":false}', ['{"a":-1.5e+3,"b":true,"c":false}']],
  [
    'an object over several lines',
    '{\n  "a": {\n    "b": 1\n  }\n}',
    ['{\n  "a": {\n    "b": 1\n  }\n}'],
  ],
  ['a record that was cut off', '{"a":\n{"b":2}\n{"c":3}\n', ['{"b":2}', '{"c":3}']],
  ['a record that was cut off in a string', '{"a":"x\n{"b":2}\n', ['{"b":2}']],
  ['something that only looks like an object', '{oops} {"a":1}', ['{"a":1}']],
  ['a word that is none', '{"a":nul} {"b":2}', ['{"b":2}']],
  ['nothing', 'no objects here', []],
])('survives %s', (_what, text, objects) => {
  expect(extractJsonObjects(text)).toEqual({ objects, rest: '' });
});

test('any split of a stream gives the same objects, whatever stands between them', () => {
  const noise = fc.stringMatching(/^[^{\n]{0,8}$/);
  const record = fc.record({ text: fc.string(), list: fc.array(fc.integer()), deep: fc.object() });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(noise, record)),
      fc.array(fc.nat(40), { minLength: 1 }),
      (entries, sizes) => {
        const expected = entries.map(([, value]) => JSON.stringify(value));
        const stream = entries.map(([text], index) => `${text}\n${expected[index]}\n`).join('');
        expect(extractJsonObjects(stream).objects).toEqual(expected);
        const decoder = createJsonObjectDecoder();
        const found: string[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = 1 + (sizes[turn % sizes.length] ?? 0);
          found.push(...decoder.push(stream.slice(at, at + size)));
          at += size;
        }
        expect(found).toEqual(expected);
      },
    ),
  );
});

test('reads an object of 10 MB in pieces of 1 KB about as fast as one of a tenth, per byte', () => {
  const timeOf = (bytes: number): number => {
    const object = JSON.stringify({ text: 'x{"\\'.repeat(bytes / 6) });
    const decoder = createJsonObjectDecoder();
    const began = performance.now();
    let found = 0;
    for (let at = 0; at < object.length; at += 1024) {
      found += decoder.push(object.slice(at, at + 1024)).length;
    }
    expect(found).toBe(1);
    return performance.now() - began;
  };
  timeOf(1_000_000);
  // Quadratic time would be a hundred times more.
  expect(timeOf(10_000_000)).toBeLessThan(30 * Math.max(timeOf(1_000_000), 20));
});

test('an object that never ends is an error at its limit', () => {
  const decoder = createJsonObjectDecoder({ maxLength: 100 });
  decoder.push('{"a":"');
  expect(() => decoder.push('x'.repeat(100))).toThrow(
    expect.objectContaining({ code: 'object_too_long' }),
  );
});
