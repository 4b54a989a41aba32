import { z } from 'zod';
import type { UsageFigures } from '../event/usage-event.js';

/**
 * Tokens, as messages count them: `inputTokens` leaves out what came from or went to a cache, so
 * nothing is counted twice. `promptTokens` gives the full size of the prompt. A figure nobody gave
 * is absent, never 0.
 */
export const messageUsage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  totalTokens: z.number(),
  cacheCreationTokens: z.number().optional(),
  cacheReadTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  costUsd: z.number().optional(),
});

export type MessageUsage = z.infer<typeof messageUsage>;

/** The figures of an event, in which cached tokens are part of the input, as messages count them. */
export function toMessageUsage(figures: UsageFigures): MessageUsage {
  const cached = (figures.cached_input_tokens ?? 0) + (figures.cache_write_input_tokens ?? 0);
  const inputTokens = Math.max(0, figures.input_tokens - cached);
  return {
    inputTokens,
    outputTokens: figures.output_tokens,
    totalTokens: inputTokens + figures.output_tokens,
    ...given('cacheCreationTokens', figures.cache_write_input_tokens),
    ...given('cacheReadTokens', figures.cached_input_tokens),
    ...given('reasoningTokens', figures.reasoning_tokens),
    ...given('costUsd', figures.cost_usd),
  };
}

/** Two amounts together. What only one of them knows is taken from that one. */
export function addUsage(left: MessageUsage | undefined, right: MessageUsage): MessageUsage {
  if (left === undefined) return right;
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    totalTokens: left.totalTokens + right.totalTokens,
    ...given('cacheCreationTokens', sum(left.cacheCreationTokens, right.cacheCreationTokens)),
    ...given('cacheReadTokens', sum(left.cacheReadTokens, right.cacheReadTokens)),
    ...given('reasoningTokens', sum(left.reasoningTokens, right.reasoningTokens)),
    ...given('costUsd', sum(left.costUsd, right.costUsd)),
  };
}

/** The full size of the prompts, cached or not. */
export function promptTokens(usage: MessageUsage): number {
  return usage.inputTokens + (usage.cacheReadTokens ?? 0) + (usage.cacheCreationTokens ?? 0);
}

function sum(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : left + right;
}

function given<Name extends keyof MessageUsage>(name: Name, value: number | undefined) {
  return value === undefined ? {} : { [name]: value };
}
