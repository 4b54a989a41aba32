import type { InferUITools, UIMessage } from 'ai';
import { z } from 'zod';
import type { clientTools } from './client-tools.js';

/** What one answer of the server spent. Cached is a part of input, reasoning of output. */
export const spentTokens = z.object({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  reasoning: z.number(),
});

/** What a message carries beside what it says. */
export const messageMetadata = z.object({
  /** By answer: a message that waited for the page was made by several. */
  spent: z.record(z.string(), spentTokens).optional(),
});

export type SpentTokens = z.infer<typeof spentTokens>;
export type MessageMetadata = z.infer<typeof messageMetadata>;
export type ChatMessage = UIMessage<MessageMetadata, never, InferUITools<typeof clientTools>>;
export type ChatPart = ChatMessage['parts'][number];
