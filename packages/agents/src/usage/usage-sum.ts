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

/** Sums of what calls used. */
export interface UsageSum {
  readonly calls: number;
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
  /** What agents said that it cost. */
  readonly said: number;
  /** What it cost by the price list. */
  readonly computed: number;
  /** Tokens of which nobody knows what they cost. */
  readonly unpriced: number;
}

const NAMES = [
  ...(['calls', 'input', 'cached', 'written', 'output', 'reasoning'] as const),
  ...(['said', 'computed', 'unpriced'] as const),
];

export function addSums(sums: readonly UsageSum[]): UsageSum {
  const all = {
    ...{ calls: 0, input: 0, cached: 0, written: 0, output: 0, reasoning: 0 },
    ...{ said: 0, computed: 0, unpriced: 0 },
  };
  for (const sum of sums) for (const name of NAMES) all[name] += sum[name];
  return all;
}

export function amountsOf({
  calls,
  input,
  cached,
  written,
  output,
  reasoning,
  said,
  computed,
  unpriced,
}: UsageSum): UsageAmounts {
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
