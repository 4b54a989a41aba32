import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteFinder } from './byte-finder.js';

test.each([
  ['zebra', 'a flaky zebra', 8],
  ['flaky Zebra', 'a FLAKY zebra', -1],
  ['x', 'axe', 1],
  ['e', 'axe', 2],
  ['', 'axe', 0],
])('finds %j in %j at %d', (text, within, at) => {
  expect(createByteFinder(text, true)(Buffer.from(within), 0)).toBe(at);
});

test('upper and lower case are the same, unless they count', () => {
  const bytes = Buffer.from('one FLAKY zebra, two fLaKy ZeBrA');
  expect(createByteFinder('flaky zebra', false)(bytes, 0)).toBe(4);
  expect(createByteFinder('flaky zebra', false)(bytes, 5)).toBe(21);
  expect(createByteFinder('flaky zebra', true)(bytes, 0)).toBe(-1);
});

test('what a letter is one bit away from is no letter', () => {
  expect(createByteFinder('a@b', false)(Buffer.from('a`b'), 0)).toBe(-1);
});

test('finds a text behind very many that begin like it', () => {
  const bytes = Buffer.from(`${'kb'.repeat(500)}KBA. kba.`);
  expect(createByteFinder('kba.', false)(bytes, 0)).toBe(1000);
  expect(createByteFinder('kba.', false)(bytes, 1001)).toBe(1005);
  expect(createByteFinder('kba!', false)(bytes, 0)).toBe(-1);
});

test('finds what a search of the text finds, also where nearly every byte is a hit', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', 'b', 'k', ' ', '.', '1'),
    maxLength: 4,
  });
  const within = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'k', 'K', ' ', '.', '1', 'é'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      text.filter((one) => one !== ''),
      within,
      fc.boolean(),
      fc.nat(60),
      (sought, whole, isExact, from) => {
        const latin = Buffer.from(whole).toString('latin1');
        const fold = (one: string) =>
          isExact ? one : one.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        const expected = fold(latin).indexOf(fold(sought), from);
        const start = Math.min(from, latin.length);
        expect(createByteFinder(sought, isExact)(Buffer.from(whole), start)).toBe(expected);
      },
    ),
    { numRuns: 2000 },
  );
});
