import { z } from 'zod';
import { defineEvent, type KnownFields } from './define-event.js';
import { listOf } from './list-of.js';

export const planItem = z.object({
  text: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
});

export type PlanItem = z.infer<typeof planItem>;

export const planEvent = defineEvent('plan', {
  description: 'What the agent means to do. The whole list each time: it replaces the one before.',
  fields: {
    items: listOf(planItem).describe('The steps, in order.'),
    tool_id: z
      .string()
      .optional()
      .describe('The call that set this plan, where the call is told as a `tool_use` as well.'),
  },
  example: {
    items: [
      { text: 'Find the race', status: 'completed' },
      { text: 'Fix it', status: 'in_progress' },
    ],
  },
});

export type PlanEvent = KnownFields<typeof planEvent>;
