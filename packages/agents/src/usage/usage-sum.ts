import type { CountedUse } from './counted-session.js';

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
  /** @param price what the list says that it cost, if the agent doesn't say it. */
  add(use: CountedUse, price: number | undefined): void;
  merge(other: UsageSum): void;
  readonly sums: Readonly<Sums>;
  amounts(): UsageAmounts;
}

interface Sums {
  calls: number;
  input: number;
  cached: number;
  written: number;
  output: number;
  reasoning: number;
  said: number;
  computed: number;
  unpriced: number;
}

export function createUsageSum(): UsageSum {
  const sums: Sums = {
    calls: 0,
    input: 0,
    cached: 0,
    written: 0,
    output: 0,
    reasoning: 0,
    said: 0,
    computed: 0,
    unpriced: 0,
  };
  return {
    sums,
    add(use, price) {
      sums.calls += 1;
      sums.input += use.input;
      sums.cached += use.cached;
      sums.written += use.written;
      sums.output += use.output;
      sums.reasoning += use.reasoning;
      if (use.cost !== undefined) sums.said += use.cost;
      else if (price !== undefined) sums.computed += price;
      else sums.unpriced += use.input + use.output;
    },
    merge(other) {
      for (const name of NAMES) sums[name] += other.sums[name];
    },
    amounts: () => amountsOf(sums),
  };
}

const NAMES = [
  ...(['calls', 'input', 'cached', 'written', 'output', 'reasoning'] as const),
  ...(['said', 'computed', 'unpriced'] as const),
];

function amountsOf({ calls, input, cached, written, output, ...rest }: Sums): UsageAmounts {
  const { reasoning, said, computed, unpriced } = rest;
  const isKnown = input + output === 0 || unpriced < input + output;
  return {
    calls,
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_input_tokens: written,
    output_tokens: output,
    reasoning_tokens: reasoning,
    total_tokens: input + output,
    cost: {
      usd: isKnown ? dollars(said + computed) : undefined,
      said_usd: dollars(said),
      computed_usd: dollars(computed),
      unpriced_tokens: unpriced,
    },
  };
}

const PARTS = 1e9;

/** Without the rest that a sum of binary fractions ends with. */
function dollars(sum: number): number {
  return Math.round(sum * PARTS) / PARTS;
}
