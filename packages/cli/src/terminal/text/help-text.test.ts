import { expect, test } from 'vitest';
import { fittedHelp } from './help-text.js';

test('a paragraph that is too wide is filled anew; lists and what fits stay', () => {
  const list = 'Examples:\n  $ dragoman usage with more words than fit';
  expect(fittedHelp(`\nOne two\nthree four five.\n\n${list}\n\nSix seven\neight.\n`, 12)).toBe(
    `\nOne two\nthree four\nfive.\n\n${list}\n\nSix seven\neight.\n`,
  );
});
