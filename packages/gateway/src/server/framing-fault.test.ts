import { expect, test } from 'vitest';
import { connectionHeaders } from './framing-fault.js';

test('the names in a Connection header are read whatever white space is around them', () => {
  expect(connectionHeaders('Keep-Alive ,\tTE')).toEqual(['keep-alive', 'te']);
});

test('a Connection header of nothing but white space is read in no time', () => {
  // A pattern that looks for white space before a comma takes minutes for this.
  const name = `a${' '.repeat(1_000_000)}b`;
  expect(connectionHeaders(name)).toEqual([name]);
});
