import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { optionalUsageFigures } from '@dragoman/protocol/internal';
import { numberAt } from './json-fields.js';

/** Far above any real figure, and small enough that sums of amounts stay exact. */
const MOST_TOKENS = 1e12;

/** A member that is an amount of tokens. What no model can have used is none. */
export function amountAt(record: JsonObject | undefined, key: string): number | undefined {
  const amount = numberAt(record, key);
  return amount !== undefined && amount >= 0 && amount <= MOST_TOKENS ? amount : undefined;
}

/** What a session has used before its first turn. */
export const NO_USAGE: UsageFigures = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** What a running total has grown by. A figure that only one of the two has is taken as it is, or left out. */
export function subtractUsage(total: UsageFigures, before: UsageFigures): UsageFigures {
  const grown = (now: number, then: number | undefined) => Math.max(0, now - (then ?? 0));
  const figures = usageFigures({
    input: grown(total.input_tokens, before.input_tokens),
    output: grown(total.output_tokens, before.output_tokens),
  });
  for (const name of optionalUsageFigures) {
    const now = total[name];
    if (now !== undefined) figures[name] = grown(now, before[name]);
  }
  return figures;
}

/** What is in both of two amounts. */
export function smallerUsage(left: UsageFigures, right: UsageFigures): UsageFigures {
  return subtractUsage(left, subtractUsage(left, right));
}

/** True when both say the same in every figure that both have. */
export function sameUsage(left: UsageFigures, right: UsageFigures): boolean {
  return FIGURES.every((name) => {
    const one = left[name];
    const other = right[name];
    return one === undefined || other === undefined || one === other;
  });
}

const FIGURES = ['input_tokens', 'output_tokens', ...optionalUsageFigures] as const;

/** What is known of a use of tokens: cached and written ones are part of the input, reasoning of the output. */
interface Amounts {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
  readonly written?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** The figures of these amounts. Assigned, not spread: a session may count more often than it speaks. */
export function usageFigures({ input, output, cached, written, reasoning }: Amounts): UsageFigures {
  const figures: UsageFigures = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
  };
  if (cached !== undefined) figures.cached_input_tokens = cached;
  if (written !== undefined) figures.cache_write_input_tokens = written;
  if (reasoning !== undefined) figures.reasoning_tokens = reasoning;
  return figures;
}
