import { expect, test } from 'vitest';
import { parseDuration } from './parse-duration.js';

test.each([
  ['90', 90_000],
  ['90s', 90_000],
  ['10m', 600_000],
  ['10min', 600_000],
  ['1h', 3_600_000],
  ['1.5 h', 5_400_000],
  ['250ms', 250],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', 'soon', '10 parsecs', '-1s', '1h30m', '0', '0s', '1000h', 'Infinity'])(
  '%j is refused, with what to write instead',
  (text) => {
    expect(parseDuration(text)).toEqual({ problem: expect.stringMatching(/^Give a duration/) });
  },
);
