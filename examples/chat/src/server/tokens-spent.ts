import { randomUUID } from 'node:crypto';
import type { LanguageModelUsage } from 'ai';
import type { MessageMetadata } from '../shared/chat-message.js';

/** What an answer spent, under its own name, so that the page can add up a message's answers. */
export function tokensSpent(usage: LanguageModelUsage): NonNullable<MessageMetadata['spent']> {
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails, outputTokenDetails } = usage;
  return {
    [randomUUID()]: {
      input: inputTokens,
      cached: inputTokenDetails.cacheReadTokens ?? 0,
      output: outputTokens,
      reasoning: outputTokenDetails.reasoningTokens ?? 0,
    },
  };
}
