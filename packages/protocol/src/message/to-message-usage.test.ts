import { expect, test } from 'vitest';
import { toMessageUsage } from './to-message-usage.js';

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
