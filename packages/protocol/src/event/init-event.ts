import { z } from 'zod';
import { defineEvent, type KnownFields } from './define-event.js';

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
