import { z } from 'zod';
import { listOf } from '../json/list-of.js';
import { defineEvent, delta, imageSource, type KnownFields, parentToolId } from './define-event.js';

export const messageRole = z.enum(['user', 'assistant', 'system']);

export type MessageRole = z.infer<typeof messageRole>;

const textId = z
  .string()
  .optional()
  .describe(
    'Names the text in its session. A text that comes in pieces always has one, and its pieces share it.',
  );

const replaces = z
  .boolean()
  .optional()
  .describe(
    'True: the content replaces all pieces with this `id`. A whole text says so only where it differs from its pieces.',
  );

const slashCommand = z.object({
  command: z.string(),
  message: z.string().optional(),
  args: z.string().optional(),
});

export const messageEvent = defineEvent('message', {
  description: 'Something said, whole or as the next piece of it.',
  fields: {
    role: messageRole.describe('Who said it.'),
    content: z.string().describe('The text, or the next piece of the text.'),
    delta,
    id: textId,
    replaces,
    parent_tool_id: parentToolId,
    model: z
      .string()
      .optional()
      .describe('The model that wrote it, where it is not that of `init`.'),
    stop_reason: z.string().optional().describe('Why the model stopped, in its own word.'),
    synthetic: z
      .string()
      .optional()
      .describe(
        'On a message no person wrote although its role says so (instructions, environment context, reminders): the kind of it.',
      ),
    images: listOf(imageSource).optional().describe('Images that belong to the message.'),
    slash_command: slashCommand
      .optional()
      .describe('The slash command, with its slash, that the message consists of or begins with.'),
  },
  example: { role: 'assistant', content: 'The test is fixed.', delta: false },
});

export const reasoningEvent = defineEvent('reasoning', {
  description: 'Something thought, whole or as the next piece of it.',
  fields: {
    content: z.string().describe('The thought, or the next piece of it.'),
    delta,
    id: textId,
    replaces,
    parent_tool_id: parentToolId,
    signature: z.string().optional().describe("The provider's seal on the thought."),
  },
  example: { content: 'The clock is mocked too late.', delta: false },
});

export type MessageEvent = KnownFields<typeof messageEvent>;
export type ReasoningEvent = KnownFields<typeof reasoningEvent>;
