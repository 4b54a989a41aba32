import { z } from 'zod';
import { defineEvent, type KnownFields } from './define-event.js';
import { usageFigures } from './usage-event.js';

export const endStatus = z.enum([
  'success',
  'failed',
  'timeout',
  'canceled',
  'stalled',
  'not_started',
]);

export type EndStatus = z.infer<typeof endStatus>;

export const endEvent = defineEvent('end', {
  description:
    'How the turn ended, with the evidence. Exactly one per turn, and always the last event. A failure is never dressed as `success`.',
  fields: {
    status: endStatus.describe('The verdict.'),
    exit_code: z.number().nullish().describe("The CLI's exit code; null when it left none."),
    signal: z.string().nullish().describe('The signal that ended the CLI; null when none did.'),
    reason: z
      .string()
      .nullish()
      .describe("Why it didn't succeed, in the words of the CLI if it had any."),
    code: z
      .string()
      .optional()
      .describe(
        "A stable word for why it didn't succeed, for programs: `auth`, `rate_limit`, `no_terminal_event`, `owner_lost`, …",
      ),
    warning: z.string().optional().describe('What went wrong without changing the verdict.'),
    usage: usageFigures
      .nullish()
      .describe(
        'What the whole turn used; null when unknown. It counts for a turn that had no `usage` events.',
      ),
  },
  example: {
    status: 'failed',
    exit_code: 1,
    signal: null,
    reason: 'unexpected status 401 Unauthorized: Invalid API key',
    code: 'auth',
    usage: null,
  },
});

export type EndEvent = KnownFields<typeof endEvent>;
