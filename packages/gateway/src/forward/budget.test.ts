import { expect, test } from 'vitest';
import { budgetRefusal } from './budget.js';

const USED = {
  requests: 3,
  inputTokens: 100,
  cachedInputTokens: 90,
  outputTokens: 10,
  reasoningTokens: 5,
};

test('a budget without limits refuses nothing', () => {
  expect(budgetRefusal({}, USED)).toBeUndefined();
});

test('a limit is reached at its value, and one more is still below it', () => {
  expect(budgetRefusal({ requests: 3 }, USED)?.code).toBe('budget_exceeded');
  expect(budgetRefusal({ requests: 4 }, USED)).toBeUndefined();
});

test('a limit of nothing refuses the first request', () => {
  const unused = { ...USED, requests: 0, inputTokens: 0, outputTokens: 0 };
  expect(budgetRefusal({ requests: 0 }, unused)).toBeDefined();
  expect(budgetRefusal({ totalTokens: 0 }, unused)).toBeDefined();
});

test('input and output count together against the total, cache and reasoning not twice', () => {
  expect(budgetRefusal({ totalTokens: 111 }, USED)).toBeUndefined();
  expect(budgetRefusal({ totalTokens: 110 }, USED)?.message).toContain(
    'may use 110 tokens and has used 110. Raise the totalTokens limit',
  );
});
