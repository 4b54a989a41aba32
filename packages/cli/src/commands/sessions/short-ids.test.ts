import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortIds } from './short-ids.js';

test('an id is cut to what no other begins with, and not shorter than one can know it by', () => {
  const ids = shortIds([
    '019a1b2c-0000-7000-8000-000000000001',
    '019a1b2c-0000-7000-8000-000000000002',
    '019a1b2d-1000-7000-8000-000000000003',
  ]);
  expect([...ids.values()]).toEqual([
    '019a1b2c-0000-7000-8000-000000000001',
    '019a1b2c-0000-7000-8000-000000000002',
    '019a1b2d-10',
  ]);
});

test('no short id is the beginning of another session, except of one whose id it is', () => {
  const id = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      for (const [whole, short] of shortIds(ids)) {
        expect(whole.startsWith(short)).toBe(true);
        const others = ids.filter((other) => other !== whole && other.startsWith(short));
        expect(short === whole || others.length === 0).toBe(true);
      }
    }),
  );
});
