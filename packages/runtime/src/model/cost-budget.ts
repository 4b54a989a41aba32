import { loadPrices } from '@dragoman/agents/internal';
import type { CostOf } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import type { ModelAccess } from './model-access.js';

const NOTHING = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 };

/** What answers cost by a price file, or by the prices that come with Dragoman. */
export function costsBy(file: string | undefined): CostOf {
  const prices = loadPrices(file);
  return (model, tokens) =>
    prices.costOf(model, {
      input: tokens.inputTokens,
      cached: tokens.cachedInputTokens,
      written: tokens.writtenInputTokens ?? 0,
      output: tokens.outputTokens,
      reasoning: tokens.reasoningTokens,
    });
}

/**
 * Refuses a budget in dollars for a model that has no price. Which model an agent takes by itself shows in
 * its first request: the gateway refuses that one, and nothing is spent.
 */
export function checkCostBudget(access: ModelAccess | undefined, model: string | undefined): void {
  if (access === undefined || access.kind === 'replay') return;
  if (access.budget?.costUsd === undefined) return;
  const prices = loadPrices(access.kind === 'forward' ? access.prices : undefined);
  if (model === undefined || prices.costOf(model, NOTHING) !== undefined) return;
  throw new DragomanError(
    'price_unknown',
    `The model ${model} has no known price (${prices.source}, ${prices.date || 'without a date'}), so \`budget.costUsd\` can't hold. Limit tokens with \`budget.totalTokens\`, or give a price file with \`prices\`.`,
  );
}
