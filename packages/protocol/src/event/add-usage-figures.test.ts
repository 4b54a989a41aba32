import { expect, test } from 'vitest';
import { addUsageFigures } from './add-usage-figures.js';
import type { UsageFigures } from './usage-event.js';

const one = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2, total_tokens: 12 };

test('adds up what both know, and takes the rest from the one that knows it', () => {
  const other = {
    input_tokens: 1,
    output_tokens: 1,
    reasoning_tokens: 1,
    total_tokens: 2,
    cost_usd: 0.5,
  };
  expect(addUsageFigures(one, other)).toEqual({
    input_tokens: 11,
    cached_input_tokens: 4,
    output_tokens: 3,
    reasoning_tokens: 1,
    total_tokens: 14,
    cost_usd: 0.5,
  });
});

test('nothing and an amount is that amount, without figures nobody gave', () => {
  expect(addUsageFigures(undefined, one)).toEqual(one);
});

test('stays within what an event may hold', () => {
  const most = { input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: 0, total_tokens: 0 };
  expect(addUsageFigures(most, most).input_tokens).toBe(Number.MAX_SAFE_INTEGER);
});

test('the sum of many costs has no rest that none of them has', () => {
  const step = { input_tokens: 1, output_tokens: 1, total_tokens: 2, cost_usd: 0.00213 };
  const sum = Array.from({ length: 134 }, () => step).reduce<UsageFigures | undefined>(
    addUsageFigures,
    undefined,
  );
  expect(sum?.cost_usd).toBe(0.28542);
});
