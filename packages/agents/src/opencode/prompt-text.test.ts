import { expect, test } from 'vitest';
import { promptText } from './prompt-text.js';

test.each([
  ['1.0.152', '\nbegin', 'begin'],
  ['1.14.41', '\nbegin', 'begin'],
  ['1.14.41', '\n\n  begin \n', '\n  begin \n'],
  ['1.14.41', 'begin', 'begin'],
  ['1.15.0', '\nbegin', '\nbegin'],
  [undefined, '\nbegin', 'begin'],
])('takes the line from a prompt that %s puts before it: %j', (version, kept, said) => {
  expect(promptText(kept, version)).toBe(said);
});
