import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.js';

const KNOWN = ['say', 'steps', 'status', 'delay', 'times'];

test.each([
  ['sya', 'say', 'two letters swapped'],
  ['step', 'steps', 'a letter too few'],
  ['delayy', 'delay', 'a letter too many'],
  ['stetus', 'status', 'a wrong letter'],
  ['Say', 'say', 'a capital'],
])('%s was meant to be %s (%s)', (misspelt, meant) => {
  expect(nearestName(misspelt, KNOWN)).toBe(meant);
});

test('a word that is far from all of them was meant to be none', () => {
  expect(nearestName('banana', KNOWN)).toBeUndefined();
  expect(nearestName('', KNOWN)).toBeUndefined();
});

test('never is it the very word that was written', () => {
  fc.assert(fc.property(fc.constantFrom(...KNOWN), (word) => nearestName(word, KNOWN) !== word));
});
