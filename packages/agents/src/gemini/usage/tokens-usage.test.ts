import { expect, test } from 'vitest';
import { tokensUsage } from './tokens-usage.js';

test('thoughts are output, what tools brought is input, and the cached part of it', () => {
  const tokens = { input: 1000, output: 40, cached: 600, thoughts: 10, tool: 5, total: 1055 };
  expect(tokensUsage(tokens)).toEqual({
    input_tokens: 1005,
    cached_input_tokens: 600,
    output_tokens: 50,
    reasoning_tokens: 10,
    total_tokens: 1055,
  });
});

test('what is not said is not told, and nothing is nothing', () => {
  expect(tokensUsage({ input: 1, output: 2 })).toEqual({
    input_tokens: 1,
    output_tokens: 2,
    total_tokens: 3,
  });
  expect(tokensUsage({ input: 0, output: 0, cached: 0 })).toBeUndefined();
  expect(tokensUsage({ input: 'many' })).toBeUndefined();
  expect(tokensUsage({ input: -1, output: 2 })).toBeUndefined();
});
