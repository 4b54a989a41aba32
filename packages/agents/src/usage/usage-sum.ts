import type { Prices } from '../prices/prices.js';
import type { CountedUse } from './count-calls.js';

/** What some calls used, and what that cost. */
export interface UsageAmounts {
  /** How many calls of models. */
  readonly calls: number;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly total_tokens: number;
  readonly cost: CostAmounts;
}

/** Costs in dollars, by who says them. */
export interface CostAmounts {
  /** What is known of it, all together. Undefined: nothing is. */
  readonly usd: number | undefined;
  /** What agents said. */
  readonly said_usd: number;
  /** What was computed from the price list. */
  readonly computed_usd: number;
  /** Tokens of models that have no price. Unless there are none, the sum is too low. */
  readonly unpriced_tokens: number;
}

/** Adds up calls. */
export interface UsageSum {
  add(use: CountedUse): void;
  amounts(): UsageAmounts;
}

export function createUsageSum(prices: Prices): UsageSum {
  let calls = 0;
  const tokens = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 };
  let said = 0;
  let computed = 0;
  let unpriced = 0;
  return {
    add(use) {
      const { input, output, cost, model } = use;
      calls += 1;
      tokens.input += input;
      tokens.cached += use.cached;
      tokens.written += use.written;
      tokens.output += output;
      tokens.reasoning += use.reasoning;
      if (cost !== undefined) {
        said += cost;
        return;
      }
      const price = prices.costOf(model, use);
      if (price === undefined) unpriced += input + output;
      else computed += price;
    },
    amounts() {
      const total = tokens.input + tokens.output;
      const isKnown = total === 0 || unpriced < total;
      return {
        calls,
        input_tokens: tokens.input,
        cached_input_tokens: tokens.cached,
        cache_write_input_tokens: tokens.written,
        output_tokens: tokens.output,
        reasoning_tokens: tokens.reasoning,
        total_tokens: total,
        cost: {
          usd: isKnown ? dollars(said + computed) : undefined,
          said_usd: dollars(said),
          computed_usd: dollars(computed),
          unpriced_tokens: unpriced,
        },
      };
    },
  };
}

const PARTS = 1e9;

/** Without the rest that a sum of binary fractions ends with. */
function dollars(sum: number): number {
  return Math.round(sum * PARTS) / PARTS;
}
