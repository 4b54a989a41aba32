import type { UsageFigures } from './usage-event.js';

/** The figures that not every agent gives. */
export const optionalUsageFigures = [
  'cached_input_tokens',
  'cache_write_input_tokens',
  'reasoning_tokens',
  'cost_usd',
] as const;

/** Two amounts together, as events count them. What only one of them knows is taken from that one. */
export function addUsageFigures(left: UsageFigures | undefined, right: UsageFigures): UsageFigures {
  const sum: UsageFigures = {
    input_tokens: add(left?.input_tokens, right.input_tokens),
    output_tokens: add(left?.output_tokens, right.output_tokens),
    total_tokens: add(left?.total_tokens, right.total_tokens),
  };
  for (const name of optionalUsageFigures) {
    const one = left?.[name];
    const other = right[name];
    if (one === undefined && other === undefined) continue;
    sum[name] = name === 'cost_usd' ? addCosts(one, other) : add(one, other);
  }
  return sum;
}

/** As decimals: the rest that a sum of binary fractions ends with is no money. */
function addCosts(left = 0, right = 0): number {
  return Number(add(left, right).toPrecision(15));
}

/** Never more than an event may hold. */
function add(left = 0, right = 0): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER);
}
