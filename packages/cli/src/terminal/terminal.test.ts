import { expect, test } from 'vitest';
import { paintFor } from './terminal.js';

test('puts colour on text for a person', () => {
  expect(paintFor({ isTTY: true }, {})('red', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test.each([
  ['not a terminal', { isTTY: false }, {}],
  ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
  ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }],
])('leaves text alone: %s', (_why, surface, environment) => {
  expect(paintFor(surface, environment)('red', 'x')).toBe('x');
});
