import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeOf } from './time-of.js';

const date = fc.date({ noInvalidDate: true }).map((one) => one.toISOString());

test('a time is what Date.parse says', () => {
  fc.assert(
    fc.property(date, (text) => {
      expect(timeOf(text)).toBe(Date.parse(text));
    }),
  );
});

test('a text that is nearly a time is what Date.parse says', () => {
  const changed = fc
    .tuple(fc.constantFrom('2026-01-31T23:59:59.999Z', '2026-02-28T00:00:00.000Z'), fc.nat(23))
    .chain(([text, at]) =>
      fc
        .constantFrom(...'0123456789:.-+TZ /é')
        .map((character) => text.slice(0, at) + character + text.slice(at + 1)),
    );
  fc.assert(
    fc.property(fc.oneof(changed, fc.string()), (text) => {
      expect(timeOf(text)).toBe(Date.parse(text));
    }),
    { numRuns: 2000 },
  );
});
