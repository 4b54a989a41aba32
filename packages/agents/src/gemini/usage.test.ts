import { expect, test } from 'vitest';
import { statsUsage, tokensUsage } from './usage.js';

test('thoughts are output, what tools gave is input, and the cached part is within it', () => {
  const tokens = { input: 1000, output: 40, cached: 600, thoughts: 10, tool: 5, total: 1055 };
  expect(tokensUsage(tokens)).toEqual({
    input_tokens: 1005,
    cached_input_tokens: 600,
    output_tokens: 50,
    reasoning_tokens: 10,
    total_tokens: 1055,
  });
});

test('a figure that is missing stays missing, and a reply that used nothing has no usage', () => {
  expect(tokensUsage({ input: 1, output: 2 })).toEqual({
    input_tokens: 1,
    output_tokens: 2,
    total_tokens: 3,
  });
  expect(tokensUsage({ input: 0, output: 0, cached: 0 })).toBeUndefined();
  expect(tokensUsage({ input: 'many' })).toBeUndefined();
  expect(tokensUsage({ input: -1, output: 2 })).toBeUndefined();
});

test('the total exceeds input and output by the thoughts', () => {
  const stats = { total_tokens: 3150, input_tokens: 3000, output_tokens: 120, cached: 1800 };
  expect(statsUsage(stats)).toEqual({
    input_tokens: 3000,
    cached_input_tokens: 1800,
    output_tokens: 150,
    reasoning_tokens: 30,
    total_tokens: 3150,
  });
});

test('a turn that used nothing, or does not say what, has no usage', () => {
  expect(statsUsage({ total_tokens: 0, input_tokens: 0, output_tokens: 0 })).toBeUndefined();
  expect(statsUsage(undefined)).toBeUndefined();
  expect(statsUsage({ input_tokens: 1 })).toBeUndefined();
});
