import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { amountAt } from '../../interpret/usage-figures.js';

/**
 * What one reply used, by its tokens. `output` is without the thoughts; what the model's own tools
 * brought it (`tool`) is input. A reply that used nothing is nothing to tell.
 */
export function tokensUsage(tokens: JsonObject | undefined): UsageFigures | undefined {
  const prompt = amountAt(tokens, 'input');
  const answer = amountAt(tokens, 'output');
  if (prompt === undefined || answer === undefined) return undefined;
  const reasoning = amountAt(tokens, 'thoughts');
  const cached = amountAt(tokens, 'cached');
  const input = prompt + (amountAt(tokens, 'tool') ?? 0);
  const output = answer + (reasoning ?? 0);
  if (input + output === 0) return undefined;
  const figures: UsageFigures = {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
  };
  if (cached !== undefined) figures.cached_input_tokens = Math.min(cached, input);
  if (reasoning !== undefined) figures.reasoning_tokens = reasoning;
  return figures;
}
