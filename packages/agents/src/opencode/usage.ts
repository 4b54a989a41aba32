import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { numberAt, objectAt } from '../interpret/json-fields.js';
import { amountAt, usageFigures } from '../interpret/usage-figures.js';

/** Far above what any answer costs, and small enough that sums stay exact. */
const MOST_COST = 1e9;

/**
 * What one model call used, by the part that ends it or by its message. OpenCode counts what came
 * from a cache apart from the input, and from 1.3.16 on the reasoning apart from the output; the
 * total, which versions before 1.1 don't have, says which of the two it is.
 */
export function readStepUsage(step: JsonObject): UsageFigures | undefined {
  const tokens = objectAt(step, 'tokens');
  if (tokens === undefined) return undefined;
  const cache = objectAt(tokens, 'cache');
  const cached = amountAt(cache, 'read') ?? 0;
  const written = amountAt(cache, 'write') ?? 0;
  const input = (amountAt(tokens, 'input') ?? 0) + cached + written;
  const answer = amountAt(tokens, 'output') ?? 0;
  const reasoning = amountAt(tokens, 'reasoning') ?? 0;
  const total = amountAt(tokens, 'total');
  const isApart = total !== undefined && total >= input + answer + reasoning;
  const output = isApart ? answer + reasoning : Math.max(answer, reasoning);
  const figures = usageFigures({ input, output, cached, reasoning, written: written || undefined });
  const cost = numberAt(step, 'cost');
  // A cost of 0 means that OpenCode has no price for the model.
  if (cost !== undefined && cost > 0 && cost <= MOST_COST) figures.cost_usd = cost;
  return figures;
}

/** What a message of an answer used; undefined for one that got no answer: its figures are all 0. */
export function readMessageUsage(message: JsonObject): UsageFigures | undefined {
  const usage = readStepUsage(message);
  return usage?.total_tokens === 0 ? undefined : usage;
}
