import { z } from 'zod';
import { defineEvent, type KnownFields } from './define-event.js';

export const stderrEvent = defineEvent('stderr', {
  description: 'Diagnostics. Never the only sign of a failure.',
  fields: { content: z.string().describe('What was written to the error stream.') },
  example: { content: 'API rate limited' },
});

export const rawEvent = defineEvent('raw', {
  description: 'A native record no rule covers. Told only when asked for; counted always.',
  fields: {
    native: z.unknown().optional().describe('The record as the agent wrote it.'),
    reason: z.string().optional().describe('Why no rule covers it.'),
  },
  example: { native: { type: 'item.completed', item: { type: 'hologram' } } },
});

export type StderrEvent = KnownFields<typeof stderrEvent>;
export type RawEvent = KnownFields<typeof rawEvent>;
