import { type MessageUsage, promptTokens } from '@dragoman/protocol';
import { formatAmount, formatCost } from './format-amount.js';

/** `2k tokens in (1.2k cached), 100 out (20 thinking)` */
export function formatTokens(usage: MessageUsage): string {
  const { cacheReadTokens, outputTokens, reasoningTokens } = usage;
  const cached = cacheReadTokens ? ` (${formatAmount(cacheReadTokens)} cached)` : '';
  const thinking = reasoningTokens ? ` (${formatAmount(reasoningTokens)} thinking)` : '';
  return `${formatAmount(promptTokens(usage))} tokens in${cached}, ${formatAmount(outputTokens)} out${thinking}`;
}

/** What it cost, where that is known: an agent that doesn't know the price says 0. */
export function formatPrice({ costUsd }: MessageUsage): string[] {
  return costUsd ? [formatCost(costUsd)] : [];
}
