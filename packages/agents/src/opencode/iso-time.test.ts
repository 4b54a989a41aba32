import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.js';

test('writes every moment as a date would, in any order', () => {
  const near = fc.integer({ min: -5000, max: 5000 });
  const moment = fc.oneof(
    near,
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
    fc.double({ min: -1e9, max: 1e13, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 20 }), (moments) => {
      for (const one of moments) expect(isoTime(one)).toBe(new Date(one).toISOString());
    }),
  );
});

test('what is no time is none', () => {
  expect([undefined, 1e300, -8.65e15].map(isoTime)).toEqual([undefined, undefined, undefined]);
});
