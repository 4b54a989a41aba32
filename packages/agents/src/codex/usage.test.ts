import { expect, test } from 'vitest';
import { readUsageFigures } from './usage.js';

const NATIVE = { input_tokens: 1000, cached_input_tokens: 600, output_tokens: 50 };
const FIGURES = { ...NATIVE, total_tokens: 1050 };

test('reads what a version says and leaves absent what it doesn’t', () => {
  expect(readUsageFigures(NATIVE)).toEqual(FIGURES);
  const native = { ...NATIVE, reasoning_output_tokens: 10, cache_write_input_tokens: 0 };
  expect(readUsageFigures(native)).toEqual({
    ...FIGURES,
    reasoning_tokens: 10,
    cache_write_input_tokens: 0,
  });
});

test.each([
  undefined,
  {},
  { input_tokens: 1 },
  { input_tokens: '1', output_tokens: 1 },
  { input_tokens: -1, output_tokens: 1 },
  { input_tokens: 1e300, output_tokens: 1 },
])('finds no figures in %j', (native) => {
  expect(readUsageFigures(native)).toBeUndefined();
});
