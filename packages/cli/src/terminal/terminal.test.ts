import { expect, test } from 'vitest';
import { paintFor } from './terminal.js';

test('puts colour on text for a person', () => {
  expect(paintFor({ isTTY: true }, {})('red', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test('FORCE_COLOR puts colour on text for anybody, and takes it from everybody', () => {
  const forced = paintFor({ isTTY: false }, { FORCE_COLOR: '1', NO_COLOR: '1', TERM: 'dumb' });
  expect(forced('red', 'x')).toBe('\u001b[31mx\u001b[39m');
  expect(paintFor({ isTTY: true }, { FORCE_COLOR: '0' })('red', 'x')).toBe('x');
});

test.each([
  ['not a terminal', { isTTY: false }, {}],
  ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
  ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }],
])('leaves text alone: %s', (_why, surface, environment) => {
  expect(paintFor(surface, environment)('red', 'x')).toBe('x');
});
