import type { TurnUsage } from '@dragoman/gateway';
import type { UsageFigures } from '@dragoman/protocol';

/**
 * What the gateway has counted, for a turn whose agent never said what it used: one that was stopped
 * has used its tokens all the same. Nothing where no model was asked or none said a figure.
 */
export function meteredUsage(usage: TurnUsage | undefined): UsageFigures | null {
  if (usage === undefined || usage.inputTokens + usage.outputTokens === 0) return null;
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    cached_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
    reasoning_tokens: reasoningTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
