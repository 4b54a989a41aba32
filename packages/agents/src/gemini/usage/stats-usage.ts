import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { amountAt } from '../../interpret/usage-figures.js';

/**
 * What a turn used, by its stats. Thoughts are in the total only: it is more by them than input and
 * output together. A turn that used nothing says so with zeros, which is nothing to tell.
 */
export function statsUsage(stats: JsonObject | undefined): UsageFigures | undefined {
  const input = amountAt(stats, 'input_tokens');
  const answers = amountAt(stats, 'output_tokens');
  if (input === undefined || answers === undefined) return undefined;
  const total = amountAt(stats, 'total_tokens') ?? input + answers;
  const reasoning = Math.max(0, total - input - answers);
  const output = answers + reasoning;
  if (input + output === 0) return undefined;
  const cached = amountAt(stats, 'cached');
  const figures: UsageFigures = {
    input_tokens: input,
    output_tokens: output,
    reasoning_tokens: reasoning,
    total_tokens: input + output,
  };
  if (cached !== undefined) figures.cached_input_tokens = Math.min(cached, input);
  return figures;
}
