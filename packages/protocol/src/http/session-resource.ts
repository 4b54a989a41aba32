import { z } from 'zod';
import { usageFigures } from '../event/usage-event.js';
import { unifiedMessage } from '../message/unified-message.js';

/** A session as a client sees it. */
export const sessionResource = z.object({
  session_id: z.string(),
  agent: z.string(),
  conversation: z.string().optional(),
  workspace: z.string().optional(),
  first_prompt: z.string().optional(),
  model: z.string().optional(),
  turns: z.int(),
  usage: usageFigures.optional(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const sessionPage = z.object({
  sessions: z.array(sessionResource),
  next: z.string().optional().describe('The cursor of the next page.'),
});

/** Messages of a saved session, the earliest first. */
export const sessionMessages = z.object({
  messages: z.array(unifiedMessage),
  before: z.string().optional().describe('Asks for the messages before these.'),
});

/** The query of `GET /v1/sessions`. */
export const sessionQuery = z.object({
  before: z.string().max(100).optional().describe('The `next` of the page before this one.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** The query of `GET /v1/sessions/{id}/messages`. */
export const messagesQuery = z.object({
  last: z.coerce.number().int().min(1).max(200).default(50).describe('How many, at most.'),
  before: z.string().min(1).max(100).optional().describe('The `before` of the page after these.'),
});

/** The query of `DELETE /v1/sessions/{id}`. */
export const deleteSessionQuery = z.object({
  with_forks: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: also its forks, and the session that it is a fork of. They share a HOME.'),
});

export type SessionResource = z.infer<typeof sessionResource>;
export type SessionPage = z.infer<typeof sessionPage>;
