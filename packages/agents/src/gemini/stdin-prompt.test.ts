import { expect, test } from 'vitest';
import { addsToPrompts, promptAsWritten } from './stdin-prompt.js';

test('an empty line is added to prompts up to 0.22', () => {
  expect(['0.11.3', '0.22.4', '0.24.0', undefined].map(addsToPrompts)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test.each([
  ['begin\n\n', 'begin'],
  ['begin\n\n\n\n', 'begin\n\n'],
  ['begin\n', 'begin\n'],
])('of the prompt %j, %j was written', (saved, written) => {
  expect(promptAsWritten(saved)).toBe(written);
});
