import { clientName, startTurnBody } from '@dragoman/protocol/http';
import { listOf } from '@dragoman/protocol/internal';
import { z } from 'zod';

/** A part of a message. What isn't named here is for the page alone. */
export const uiPart = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  mediaType: z.string().optional(),
  url: z.string().optional(),
  filename: z.string().optional(),
  toolCallId: z.string().optional(),
  state: z.string().optional(),
  providerExecuted: z.boolean().optional(),
  output: z.unknown().optional(),
  errorText: z.string().optional(),
  approval: z
    .looseObject({ approved: z.boolean().optional(), reason: z.string().optional() })
    .optional(),
});

export const uiMessage = z.looseObject({
  id: z.string(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: listOf(uiPart),
});

/** The body of `POST /v1/chat`: what `useChat` sends, and what the page adds to it (`body`). */
export const chatRequest = z.looseObject({
  id: clientName.describe('The chat, which is the conversation.'),
  messages: listOf(uiMessage, { fewest: 1 }).describe(
    'All that was said. Only what is new goes to the agent.',
  ),
  trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
  messageId: z.string().nullish(),
  ...startTurnBody.pick({
    agent: true,
    model: true,
    workspace: true,
    tools: true,
    reasoning_effort: true,
    output_schema: true,
    limits: true,
  }).shape,
});

export type ChatRequest = z.infer<typeof chatRequest>;
export type UiMessage = z.infer<typeof uiMessage>;
export type UiPart = z.infer<typeof uiPart>;
