import { expect, test } from 'vitest';
import { paintFor } from './terminal.js';

const RED = '\u001b[31mx\u001b[39m';

test.each([
  [true, {}, RED],
  [false, {}, 'x'],
  [true, { TERM: 'dumb' }, 'x'],
  [true, { NO_COLOR: '1' }, 'x'],
  [true, { NO_COLOR: '0' }, 'x'],
  [true, { NO_COLOR: '' }, RED],
  [false, { NO_COLOR: '' }, 'x'],
  [false, { FORCE_COLOR: '1' }, RED],
  [false, { FORCE_COLOR: 'true' }, RED],
  [true, { FORCE_COLOR: '0' }, 'x'],
  [true, { FORCE_COLOR: 'false' }, 'x'],
  [true, { FORCE_COLOR: '' }, RED],
  [false, { FORCE_COLOR: '' }, 'x'],
  [true, { NO_COLOR: '1', FORCE_COLOR: '' }, 'x'],
  [true, { NO_COLOR: '', FORCE_COLOR: '' }, RED],
  [false, { NO_COLOR: '1', FORCE_COLOR: '1', TERM: 'dumb' }, RED],
  [true, { NO_COLOR: '', FORCE_COLOR: '0' }, 'x'],
])('on a terminal: %s, with %j', (isTTY, environment, painted) => {
  expect(paintFor({ isTTY }, environment)('red', 'x')).toBe(painted);
});
