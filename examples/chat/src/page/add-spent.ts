import type { ChatMessage } from '../shared/chat-message.js';

/** Tokens. Cached is a part of input, reasoning of output. */
export interface SpentTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

const NOTHING: SpentTokens = { input: 0, cached: 0, output: 0, reasoning: 0 };

/** What messages spent together. */
export function addSpent(messages: readonly ChatMessage[]): SpentTokens {
  return messages
    .map(({ metadata }) => metadata?.dragoman?.usage ?? {})
    .reduce<SpentTokens>(
      (sum, { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0, reasoningTokens = 0 }) => ({
        input: sum.input + inputTokens,
        cached: sum.cached + cachedInputTokens,
        output: sum.output + outputTokens,
        reasoning: sum.reasoning + reasoningTokens,
      }),
      NOTHING,
    );
}
