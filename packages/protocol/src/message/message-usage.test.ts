import { expect, test } from 'vitest';
import { addUsage, promptTokens, toMessageUsage } from './message-usage.js';

const claudeFigures = {
  input_tokens: 3 + 3526 + 11040,
  cached_input_tokens: 11040,
  cache_write_input_tokens: 3526,
  output_tokens: 1,
  total_tokens: 14570,
};

test('counts the input without what came from or went to a cache', () => {
  expect(toMessageUsage(claudeFigures)).toEqual({
    inputTokens: 3,
    outputTokens: 1,
    totalTokens: 4,
    cacheCreationTokens: 3526,
    cacheReadTokens: 11040,
  });
});

test('knows the full size of the prompt', () => {
  expect(promptTokens(toMessageUsage(claudeFigures))).toBe(claudeFigures.input_tokens);
});

test('adds up, and leaves out what neither side knows', () => {
  const plain = toMessageUsage({ input_tokens: 10, output_tokens: 5, total_tokens: 15 });
  const thoughtful = toMessageUsage({
    input_tokens: 1,
    output_tokens: 2,
    total_tokens: 3,
    reasoning_tokens: 2,
  });
  expect(addUsage(undefined, plain)).toEqual(plain);
  expect(addUsage(plain, thoughtful)).toEqual({
    inputTokens: 11,
    outputTokens: 7,
    totalTokens: 18,
    reasoningTokens: 2,
  });
});
