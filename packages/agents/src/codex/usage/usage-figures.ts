import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { numberAt } from '../../interpret/json-fields.js';

/**
 * Codex's own figures as the event language has them. Older versions leave out some; a figure that
 * isn't there stays absent. Cached tokens are part of the input and reasoning is part of the output.
 */
export function readUsageFigures(native: JsonObject | undefined): UsageFigures | undefined {
  const input = amountAt(native, 'input_tokens');
  const output = amountAt(native, 'output_tokens');
  if (input === undefined || output === undefined) return undefined;
  // Assigned, not spread: a session counts its tokens more often than it says something.
  const figures: UsageFigures = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
  };
  const cached = amountAt(native, 'cached_input_tokens');
  if (cached !== undefined) figures.cached_input_tokens = cached;
  const cacheWrites = amountAt(native, 'cache_write_input_tokens');
  if (cacheWrites !== undefined) figures.cache_write_input_tokens = cacheWrites;
  const reasoning = amountAt(native, 'reasoning_output_tokens');
  if (reasoning !== undefined) figures.reasoning_tokens = reasoning;
  return figures;
}

/** What a running total has grown by. A figure that only one of the two has is taken as it is, or left out. */
export function subtractUsage(total: UsageFigures, before: UsageFigures): UsageFigures {
  return combine(total, before, (now, then) => Math.max(0, now - then));
}

export function addUsageFigures(left: UsageFigures | undefined, right: UsageFigures): UsageFigures {
  if (left === undefined) return right;
  return combine(right, left, (one, other) => one + other);
}

/** True when both say the same in every figure that both have. */
export function sameUsage(left: UsageFigures, right: UsageFigures): boolean {
  return FIGURES.every((name) => {
    const one = left[name];
    const other = right[name];
    return one === undefined || other === undefined || one === other;
  });
}

const OPTIONAL_FIGURES = [
  'cached_input_tokens',
  'cache_write_input_tokens',
  'reasoning_tokens',
] as const;
const FIGURES = ['input_tokens', 'output_tokens', ...OPTIONAL_FIGURES] as const;

/** Far above any real figure, and small enough that sums of amounts stay exact. */
const MOST_TOKENS = 1e12;

function amountAt(record: JsonObject | undefined, key: string): number | undefined {
  const amount = numberAt(record, key);
  return amount !== undefined && amount >= 0 && amount <= MOST_TOKENS ? amount : undefined;
}

function combine(
  newer: UsageFigures,
  older: UsageFigures,
  of: (newer: number, older: number) => number,
): UsageFigures {
  const input = of(newer.input_tokens, older.input_tokens);
  const output = of(newer.output_tokens, older.output_tokens);
  const figures: UsageFigures = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
  };
  for (const name of OPTIONAL_FIGURES) {
    const figure = newer[name];
    if (figure !== undefined) figures[name] = of(figure, older[name] ?? 0);
  }
  return figures;
}
