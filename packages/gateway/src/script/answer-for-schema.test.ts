import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerForSchema } from './answer-for-schema.js';

test.each([
  ['a free string', { type: 'string' }, 'A title'],
  ['a constant', { const: 'x' }, 'x'],
  ['one of several values', { enum: ['low', 'high'] }, 'low'],
  ['one of several types', { type: ['integer', 'null'] }, 0],
  ['a type in capitals, as Gemini writes it', { type: 'BOOLEAN' }, false],
  ['a reference', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, 'A title'],
  ['a reference that leads nowhere', { $ref: '#/$defs/none' }, null],
  ['all of several', { allOf: [{ type: 'integer' }, { minimum: 3 }] }, 3],
  ['any of several', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'A title'],
  ['one of several', { oneOf: [{ const: 1 }, { const: 2 }] }, 1],
  ['a number of at least', { type: 'number', minimum: 0.5 }, 0.5],
  ['an integer of at least', { type: 'integer', minimum: 0.5 }, 1],
  ['an integer of more than', { type: 'integer', exclusiveMinimum: 4 }, 5],
  ['a number of at most', { type: 'number', maximum: -2 }, -2],
  ['a list', { type: 'array', items: { type: 'string' } }, []],
  ['a list of at least', { type: 'array', minItems: 2, items: { type: 'integer' } }, [0, 0]],
  ['a list of at least, as Gemini writes it', { type: 'ARRAY', minItems: '1' }, [null]],
  ['a tuple', { prefixItems: [{ type: 'string' }, {}], minItems: 2 }, ['A title', null]],
  ['a short string', { type: 'string', maxLength: 3 }, 'A t'],
  ['a long string', { type: 'string', minLength: 9 }, 'A title..'],
  [
    'properties without a type',
    { properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
    { a: 'A title' },
  ],
  [
    'properties from several places',
    {
      type: 'object',
      allOf: [{ properties: { a: { const: 1 } }, required: ['a'] }],
      properties: { b: { const: 2 } },
      required: ['b'],
    },
    { a: 1, b: 2 },
  ],
  ['a type that is none', { type: 'constructor' }, null],
  ['a property that is none', { type: 'object', required: ['toString'] }, { toString: null }],
  ['anything', {}, null],
  ['no schema', 'x', null],
])('answers a schema for %s', (_what, schema, answer) => {
  expect(answerForSchema(schema, 'A title')).toEqual(answer);
});

test.each([
  ['itself', { $ref: '#' }],
  ['itself, many times', { allOf: Array(9).fill({ $ref: '#' }) }],
  ['itself as a part', { type: 'array', minItems: 9, items: { $ref: '#' } }],
  ['more than there is room for', { type: 'array', minItems: 1e9, items: { type: 'string' } }],
  ['a text without end', { type: 'string', minLength: 1e9 }],
])('comes to an end with a schema that asks for %s', (_what, schema) => {
  expect(JSON.stringify(answerForSchema(schema, 'x')).length).toBeLessThan(100_000);
});

type JsonSchema = z.core.JSONSchema.JSONSchema;

const LEAVES: JsonSchema[] = [{ const: 'x' }, { enum: ['y', 'z'] }, { $ref: '#/$defs/text' }];

test('whatever a schema is made of, the answer fits it', () => {
  const bound = fc.integer({ min: -9, max: 9 });
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'schema' },
      fc.constantFrom('string', 'boolean', 'null').map((type) => ({ type })),
      fc.constantFrom(...LEAVES),
      bound.map((minimum): JsonSchema => ({ type: 'integer', minimum, maximum: minimum + 5 })),
      fc.record({
        type: fc.constant('array'),
        minItems: fc.nat({ max: 3 }),
        items: tie('schema'),
      }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__x', 'constructor'), tie('schema')).map(
        (properties): JsonSchema => ({
          type: 'object',
          properties,
          required: Object.keys(properties),
        }),
      ),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    ),
  }));
  fc.assert(
    fc.property(schema, (written) => {
      const whole = { ...written, $defs: { text: { type: 'string' } } } as const;
      expect(z.fromJSONSchema(whole).safeParse(answerForSchema(whole, 'text')).success).toBe(true);
    }),
  );
});
