import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf } from './define-event.js';

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
