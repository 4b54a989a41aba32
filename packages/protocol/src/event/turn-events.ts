import { z } from 'zod';
import { listOf } from '../json/list-of.js';
import { defineEvent, failureDetail, type KnownFields } from './define-event.js';

export const initEvent = defineEvent('init', {
  description:
    'Who is speaking. May come more than once: later fields add to earlier ones and never erase them.',
  fields: {
    session_id: z.string().optional().describe("The agent's own id of the session."),
    modelId: z.string().optional().describe('The model that answers.'),
    agent: z.string().optional().describe('The agent: `codex`, `claude`, `gemini`, `opencode`.'),
    version: z.string().optional().describe("The version of the agent's CLI."),
    cwd: z.string().optional().describe('The folder the agent works in.'),
  },
  example: {
    session_id: '0199a213-81c0-7800-8aa1-bbab2a035a53',
    agent: 'codex',
    version: '0.166.0',
  },
});

export type InitEvent = KnownFields<typeof initEvent>;

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
      .describe('The call that set this plan, where the call is also a `tool_use`.'),
  },
  example: {
    items: [
      { text: 'Find the race', status: 'completed' },
      { text: 'Fix it', status: 'in_progress' },
    ],
  },
});

export type PlanEvent = KnownFields<typeof planEvent>;

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
