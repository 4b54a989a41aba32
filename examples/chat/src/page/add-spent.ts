import type { ChatMessage, SpentTokens } from '../shared/chat-message.js';

const NOTHING: SpentTokens = { input: 0, cached: 0, output: 0, reasoning: 0 };

/** What messages spent together. */
export function addSpent(messages: readonly ChatMessage[]): SpentTokens {
  return messages
    .flatMap(({ metadata }) => Object.values(metadata?.spent ?? {}))
    .reduce(
      (sum, spent) => ({
        input: sum.input + spent.input,
        cached: sum.cached + spent.cached,
        output: sum.output + spent.output,
        reasoning: sum.reasoning + spent.reasoning,
      }),
      NOTHING,
    );
}
