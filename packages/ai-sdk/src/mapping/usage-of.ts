import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { UsageFigures } from '@dragoman/protocol';

/** Figures as the SDK splits them. What the agent didn't say is undefined, not 0. */
export function usageOf(figures: UsageFigures | undefined): LanguageModelV3Usage {
  const cacheRead = figures?.cached_input_tokens;
  const cacheWrite = figures?.cache_write_input_tokens;
  const reasoning = figures?.reasoning_tokens;
  return {
    inputTokens: {
      total: figures?.input_tokens,
      noCache: rest(figures?.input_tokens, cacheRead, cacheWrite),
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: figures?.output_tokens,
      text: rest(figures?.output_tokens, reasoning),
      reasoning,
    },
    ...(figures && { raw: { ...figures } }),
  };
}

/** What is left of a total without its known parts; unknown where no part is known. */
function rest(total: number | undefined, ...parts: (number | undefined)[]): number | undefined {
  if (total === undefined || parts.every((part) => part === undefined)) return undefined;
  return Math.max(
    0,
    parts.reduce<number>((left, part) => left - (part ?? 0), total),
  );
}
