import { expect, test } from 'vitest';
import { z } from 'zod';
import { typeText } from './type-text.js';

test.each<[z.ZodType, string]>([
  [z.string(), 'string'],
  [z.number().nullable(), 'number or null'],
  [z.enum(['a', 'b']), '"a" or "b"'],
  [z.array(z.union([z.string(), z.number()])), '(string or number)[]'],
  [
    z.array(z.object({ path: z.string(), diff: z.string().optional() })),
    '{ path: string, diff?: string }[]',
  ],
  [z.unknown(), 'any'],
])('case %#: says it in a few words', (schema, expected) => {
  expect(typeText(z.toJSONSchema(schema))).toBe(expected);
});
