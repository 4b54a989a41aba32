import { expect, test } from 'vitest';
import { statsUsage } from './stats-usage.js';

test('the thoughts are what the total has more', () => {
  const stats = { total_tokens: 3150, input_tokens: 3000, output_tokens: 120, cached: 1800 };
  expect(statsUsage(stats)).toEqual({
    input_tokens: 3000,
    cached_input_tokens: 1800,
    output_tokens: 150,
    reasoning_tokens: 30,
    total_tokens: 3150,
  });
});

test('a turn that used nothing, or does not say, has nothing to tell', () => {
  expect(statsUsage({ total_tokens: 0, input_tokens: 0, output_tokens: 0 })).toBeUndefined();
  expect(statsUsage(undefined)).toBeUndefined();
  expect(statsUsage({ input_tokens: 1 })).toBeUndefined();
});
