import { expect, test } from 'vitest';
import { z } from 'zod';
import { offeredSchema } from './offered-schema.js';

test('a schema of one object is offered as it is', () => {
  const schema = z.toJSONSchema(z.object({ city: z.string(), days: z.int().optional() }));
  expect(offeredSchema({ ...schema })).toEqual(schema);
  expect(offeredSchema({ properties: {} })).toEqual({ type: 'object', properties: {} });
});

test('alternatives are fields of one object, required where all of them require it', () => {
  const schema = z.toJSONSchema(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('city'), name: z.string() }),
      z.object({ kind: z.literal('place'), latitude: z.number(), longitude: z.number() }),
    ]),
  );
  expect(offeredSchema({ ...schema })).toMatchObject({
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { anyOf: [{ const: 'city' }, { const: 'place' }] },
      name: { type: 'string' },
      latitude: { type: 'number' },
      longitude: { type: 'number' },
    },
  });
  expect(offeredSchema({ ...schema })).not.toHaveProperty('oneOf');
  expect(offeredSchema({ ...schema })).not.toHaveProperty('anyOf');
});

test('parts that hold together are one object, also where they are referred to', () => {
  const schema = {
    $defs: { Named: { type: 'object', properties: { name: {} }, required: ['name'] } },
    allOf: [{ $ref: '#/$defs/Named' }, { properties: { age: {} } }, { $ref: '#/$defs/Missing' }],
  };
  expect(offeredSchema(schema)).toMatchObject({
    type: 'object',
    properties: { name: {}, age: {} },
    required: ['name'],
  });
  const nested = { anyOf: [{ oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }] };
  expect(offeredSchema(nested).properties).toEqual({ a: {}, b: {} });
});
