import { z } from 'zod';
import { endEvent, endStatus } from '../event/runtime-events.js';
import { usageFigures } from '../event/usage-event.js';
import { clientName } from './client-text.js';

/** `waiting`: the agent waits for answers and for nothing else. Otherwise `running`, or how it ended. */
export const turnResourceState = z.enum(['running', 'waiting', ...endStatus.options]);

/** A request of the agent that nobody has answered yet. */
export const openRequest = z.object({
  requestId: z.string(),
  type: z.string().describe('The type of its event.'),
  tool_name: z.string(),
  seq: z.int().describe('The position of its latest event.'),
  approval: z
    .enum(['requested', 'granted'])
    .optional()
    .describe('Of a tool that needs approval: whether it has been given.'),
});

/** A turn as a client sees it. */
export const turnResource = z.object({
  turn_id: z.string(),
  state: turnResourceState,
  agent: z.string(),
  conversation: z.string().optional(),
  prompt: z.string().optional().describe('Its beginning, without what looks like a secret.'),
  session_id: z.string().optional(),
  workspace: z.string().optional(),
  created_at: z.string(),
  last_seq: z.int().describe('The position of its latest event; 0 before the first.'),
  requests: z.array(openRequest),
  usage: usageFigures.optional(),
  end: endEvent.optional(),
});

/** A page of turns, the latest first. */
export const turnPage = z.object({
  turns: z.array(turnResource),
  next: z.string().optional().describe('The cursor of the next page.'),
});

/** The query of `GET /v1/turns`. */
export const turnQuery = z.object({
  conversation: clientName.optional(),
  state: turnResourceState.optional(),
  before: z.string().max(100).optional().describe('The `next` of the page before this one.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export type OpenRequest = z.infer<typeof openRequest>;
export type TurnResource = z.infer<typeof turnResource>;
export type TurnPage = z.infer<typeof turnPage>;
