import { optionalUsageFigures, type UsageFigures } from './usage-event.js';

/** Two amounts together, as events count them. What only one of them knows is taken from that one. */
export function addUsageFigures(left: UsageFigures | undefined, right: UsageFigures): UsageFigures {
  const sum: UsageFigures = {
    input_tokens: add(left?.input_tokens, right.input_tokens),
    output_tokens: add(left?.output_tokens, right.output_tokens),
    total_tokens: add(left?.total_tokens, right.total_tokens),
  };
  for (const name of optionalUsageFigures) {
    const [one, other] = [left?.[name], right[name]];
    if (one !== undefined || other !== undefined) sum[name] = add(one, other);
  }
  return sum;
}

/** Never more than an event may hold. */
function add(left = 0, right = 0): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER);
}
