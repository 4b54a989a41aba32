import type { UsageFigures } from '@dragoman/protocol';
import { formatAmount, formatCost } from './formats.js';

/** `2k tokens in (1.2k cached), 100 out (20 thinking)` */
export function formatTokens(usage: UsageFigures): string {
  const { cached_input_tokens: read, reasoning_tokens: thought } = usage;
  const cached = read ? ` (${formatAmount(read)} cached)` : '';
  const thinking = thought ? ` (${formatAmount(thought)} thinking)` : '';
  return `${formatAmount(usage.input_tokens)} tokens in${cached}, ${formatAmount(usage.output_tokens)} out${thinking}`;
}

/** What it cost, where that is known: an agent that doesn't know the price says 0. */
export function formatPrice({ cost_usd }: UsageFigures): string[] {
  return cost_usd ? [formatCost(cost_usd)] : [];
}
