import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import { amountAt, usageFigures } from '../interpret/usage-figures.js';

/**
 * What a turn used, by the `stats` of the live stream. Thoughts are in the total only: it exceeds
 * input and output by them. A turn that used nothing has zeros there, and no usage here.
 */
export function statsUsage(stats: JsonObject | undefined): UsageFigures | undefined {
  const input = amountAt(stats, 'input_tokens');
  const answers = amountAt(stats, 'output_tokens');
  if (input === undefined || answers === undefined) return undefined;
  const total = amountAt(stats, 'total_tokens') ?? input + answers;
  const reasoning = Math.max(0, total - input - answers);
  return usageOf(input, answers + reasoning, reasoning, amountAt(stats, 'cached'));
}

/**
 * What one reply used, by its `tokens` in a session file. `output` is without the thoughts; what the
 * model's built-in tools gave it (`tool`) is input. A reply that used nothing has no usage.
 */
export function tokensUsage(tokens: JsonObject | undefined): UsageFigures | undefined {
  const prompt = amountAt(tokens, 'input');
  const answer = amountAt(tokens, 'output');
  if (prompt === undefined || answer === undefined) return undefined;
  const reasoning = amountAt(tokens, 'thoughts');
  const input = prompt + (amountAt(tokens, 'tool') ?? 0);
  return usageOf(input, answer + (reasoning ?? 0), reasoning, amountAt(tokens, 'cached'));
}

function usageOf(
  input: number,
  output: number,
  reasoning: number | undefined,
  cached: number | undefined,
): UsageFigures | undefined {
  if (input + output === 0) return undefined;
  const most = cached === undefined ? undefined : Math.min(cached, input);
  return usageFigures({ input, output, reasoning, cached: most });
}
