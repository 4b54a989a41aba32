import type { UsageFigures } from '../event/usage-event.js';
import type { MessageUsage } from './unified-message.js';

/** The figures of an event, in which cached tokens are part of the input, as a message has them. */
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

function given<Name extends keyof MessageUsage>(name: Name, value: number | undefined) {
  return value === undefined ? {} : { [name]: value };
}
