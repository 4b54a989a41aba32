import type { InferUITools, UIMessage } from 'ai';
import { z } from 'zod';
import type { clientTools } from './client-tools.js';

/** What a message carries beside what it says. */
export const messageMetadata = z.object({
  dragoman: z
    .object({
      /** How the turn ended, once it has. */
      status: z.string().optional(),
      /** Figures of the whole turn so far. */
      usage: z
        .object({
          inputTokens: z.number().optional(),
          cachedInputTokens: z.number().optional(),
          outputTokens: z.number().optional(),
          reasoningTokens: z.number().optional(),
        })
        .optional(),
    })
    .optional(),
});

export type MessageMetadata = z.infer<typeof messageMetadata>;
export type ChatMessage = UIMessage<MessageMetadata, never, InferUITools<typeof clientTools>>;
export type ChatPart = ChatMessage['parts'][number];
