import { z } from 'zod';
import { defineEvent, type KnownFields, parentToolId } from './define-event.js';

// The bound keeps every sum of amounts a finite number.
const amount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** Token figures. A figure the agent didn't give is absent, never 0. */
export const usageFields = {
  input_tokens: amount.describe('Tokens of the prompts, cached ones included.'),
  cached_input_tokens: amount.optional().describe('Of the input: read from a cache.'),
  cache_write_input_tokens: amount.optional().describe('Of the input: written to a cache.'),
  output_tokens: amount.describe('Tokens of the answers, reasoning included.'),
  reasoning_tokens: amount.optional().describe('Of the output: spent on thinking.'),
  total_tokens: amount.describe('Input and output together.'),
  cost_usd: amount.optional().describe('What it cost, where the agent says so.'),
};

export const usageFigures = z.object(usageFields);

export type UsageFigures = z.infer<typeof usageFigures>;

export const usageEvent = defineEvent('usage', {
  description:
    "What was spent since the last `usage`: always this turn's own amount, so figures add up. A count the agent keeps for the whole session is undone before it gets here.",
  fields: {
    ...usageFields,
    message_id: z
      .string()
      .optional()
      .describe('The message these figures are about; it may come after them.'),
    parent_tool_id: parentToolId,
  },
  example: {
    input_tokens: 2000,
    cached_input_tokens: 1200,
    output_tokens: 100,
    reasoning_tokens: 20,
    total_tokens: 2100,
  },
});

export type UsageEvent = KnownFields<typeof usageEvent>;
