import { expect, test } from 'vitest';
import { checkCostBudget, costsBy } from './cost-budget.js';
import type { ModelAccess } from './model-access.js';

const access = (costUsd?: number, prices?: string): ModelAccess => ({
  kind: 'forward',
  key: 'k',
  baseUrl: 'http://127.0.0.1:9',
  budget: { ...(costUsd !== undefined && { costUsd }) },
  ...(prices !== undefined && { prices }),
});

test('an answer costs what the list says, with its share of a cache', () => {
  const tokens = { inputTokens: 100_000, outputTokens: 1000, reasoningTokens: 0 };
  const cost = costsBy(undefined)('claude-sonnet-4-5', {
    ...tokens,
    cachedInputTokens: 60_000,
    writtenInputTokens: 10_000,
  });
  expect(cost).toBeCloseTo((30_000 * 3 + 60_000 * 0.3 + 10_000 * 3.75 + 1000 * 15) / 1e6, 10);
});

test('a budget in dollars needs a price, if the model is known', () => {
  expect(() => checkCostBudget(access(1), 'mine')).toThrow(
    /mine has no known price.*`budget.totalTokens`/,
  );
  checkCostBudget(access(1), 'gpt-5');
  checkCostBudget(access(1), undefined);
  checkCostBudget(access(), 'mine');
  checkCostBudget(undefined, 'mine');
});

test('a price file that is not there is named before the turn, whatever the model is', () => {
  expect(() => checkCostBudget(access(1, '/none/prices.json'), undefined)).toThrow('/none/prices');
});
