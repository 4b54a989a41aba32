import { expect, test } from 'vitest';
import { readMessageUsage, readStepUsage } from './usage.js';

const cache = { read: 600, write: 100 };

test('what came from a cache is part of the input', () => {
  const tokens = { total: 1150, input: 400, output: 50, reasoning: 0, cache };
  expect(readStepUsage({ tokens, cost: 0.002 })).toEqual({
    input_tokens: 1100,
    cached_input_tokens: 600,
    cache_write_input_tokens: 100,
    output_tokens: 50,
    reasoning_tokens: 0,
    total_tokens: 1150,
    cost_usd: 0.002,
  });
});

test('reasoning is part of the output, whether or not OpenCode counted it there', () => {
  const apart = { total: 1150, input: 400, output: 40, reasoning: 10, cache };
  const within = { total: 1150, input: 400, output: 50, reasoning: 10, cache };
  const unsaid = { input: 400, output: 50, reasoning: 10, cache };
  for (const tokens of [apart, within, unsaid]) {
    expect(readStepUsage({ tokens })).toMatchObject({ output_tokens: 50, reasoning_tokens: 10 });
  }
});

test('a model without a price is not free of charge', () => {
  expect(readStepUsage({ tokens: {}, cost: 0 })).not.toHaveProperty('cost_usd');
  expect(readStepUsage({ cost: 1 })).toBeUndefined();
});

test('a message that got no answer used nothing that is known', () => {
  const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
  expect(readMessageUsage({ tokens, cost: 0 })).toBeUndefined();
  expect(readMessageUsage({ tokens: { ...tokens, input: 1 } })).toMatchObject({ input_tokens: 1 });
});
