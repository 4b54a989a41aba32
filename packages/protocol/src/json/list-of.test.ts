import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf } from './list-of.js';

const NAMES = listOf(z.object({ name: z.string() }));

test('takes what an array of the items takes', () => {
  expect(NAMES.parse([{ name: 'a' }, { name: 'b' }])).toEqual([{ name: 'a' }, { name: 'b' }]);
  expect(NAMES.safeParse({}).success).toBe(false);
});

test('says where its first wrong item is, and looks no further', () => {
  const wrong = Array.from({ length: 1_000_000 }, () => 0);
  const { error } = NAMES.safeParse([{ name: 'a' }, { name: 1 }, ...wrong.slice(0, 10)]);
  expect(error?.issues).toMatchObject([
    { path: [1, 'name'], message: expect.stringContaining('string') },
  ]);
  expect(NAMES.safeParse(wrong).error?.issues).toHaveLength(1);
});

test('has the words of the parse that it is part of, and its bounds', () => {
  const error = () => 'is wrong';
  expect(NAMES.safeParse([{ name: 1 }], { error }).error?.issues).toMatchObject([
    { path: [0, 'name'], message: 'is wrong' },
  ]);
  const pair = listOf(z.string(), { fewest: 1, most: 2 });
  expect(pair.safeParse(['a', 'b']).success).toBe(true);
  expect(pair.safeParse([]).error?.issues).toMatchObject([{ code: 'too_small' }]);
  expect(pair.safeParse(['a', 'b', 'c']).error?.issues).toMatchObject([{ code: 'too_big' }]);
  for (const io of ['input', 'output'] as const) {
    expect(z.toJSONSchema(pair, { io })).toMatchObject({ items: { type: 'string' }, maxItems: 2 });
  }
});
