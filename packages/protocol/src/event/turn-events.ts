import { z } from 'zod';
import { defineEvent, type KnownFields } from './define-event.js';
import { failureDetail } from './shared-fields.js';

export const turnEvent = defineEvent('turn', {
  description: 'A turn begins or ends, in the words of the agent. How it really ended says `end`.',
  fields: {
    status: z.enum(['started', 'completed', 'failed', 'aborted']).describe('What happened to it.'),
    error: failureDetail.optional().describe('Why it failed.'),
    reason: z
      .string()
      .optional()
      .describe('Why it was aborted; `interrupted` when a person stopped it.'),
    turn_id: z.string().optional().describe("The agent's own id of the turn."),
  },
  example: { status: 'failed', error: { message: 'stream disconnected before completion' } },
});

export const errorEvent = defineEvent('error', {
  description: 'Something went wrong.',
  fields: {
    message: z.string().describe('What, in the words of whoever noticed.'),
    fatal: z.boolean().describe('True when the turn cannot go on.'),
    code: z.string().optional().describe('A stable word for it, for programs.'),
  },
  example: { message: 'Invalid API key', fatal: true, code: 'unauthorized' },
});

export const compactionEvent = defineEvent('compaction', {
  description: 'The agent has replaced the conversation so far by a summary.',
  fields: { summary: z.string().optional().describe('The summary, where the agent shows it.') },
  example: { summary: 'We fixed the clock; the retry test is left.' },
});

export type TurnEvent = KnownFields<typeof turnEvent>;
export type ErrorEvent = KnownFields<typeof errorEvent>;
export type CompactionEvent = KnownFields<typeof compactionEvent>;
