import { z } from 'zod';
import { jsonObject } from '../json/json-object.js';
import { listOf } from '../json/list-of.js';
import { clientName, clientText } from './client-text.js';

/** Tools that the client of one turn answers. */
export const MOST_TOOLS = 128;

/** A tool that the client answers. The agent sees it as `mcp__caller__<name>`. */
export const toolDefinition = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_-]{0,50}$/,
      'must have at most 51 letters, digits, `_` and `-`, of which the first is a letter or `_`',
    )
    .describe('At most 51 letters, digits, `_` and `-`, of which the first is a letter or `_`.'),
  description: z.string().optional().describe('What the model reads about it.'),
  input_schema: jsonObject.describe('A JSON Schema of the type `object`.'),
  timeout_ms: z
    .int()
    .positive()
    .optional()
    .describe('How long an answer may take before the call fails. The server may allow less.'),
  event: z
    .enum(['tool_request', 'snapshot_request', 'execute_request'])
    .optional()
    .describe('The event that a call becomes. Default: `tool_request`.'),
  needs_approval: z
    .boolean()
    .optional()
    .describe('Whether somebody has to approve each call before it is executed.'),
});

/** What a turn may take. A client only lowers what the server allows. */
export const turnLimits = z.strictObject({
  wall_ms: z.int().positive().optional().describe('In all, without waiting for answers.'),
  idle_ms: z.int().positive().optional().describe('Between one event and the next.'),
  total_ms: z.int().positive().optional().describe('In all, waiting for answers included.'),
  answer_ms: z.int().positive().optional().describe('How long the agent waits for one answer.'),
  tokens: z.int().positive().optional().describe('Tokens of the model, in all.'),
  cost_usd: z.number().positive().optional().describe('Dollars, by the prices of the server.'),
});

/** The body of `POST /v1/turns`. */
export const startTurnBody = z.strictObject({
  prompt: z.string().min(1).describe('What the agent is asked.'),
  agent: clientText(100)
    .optional()
    .describe('Such as `codex` or `codex@0.166.0`. Default: the first that the server allows.'),
  conversation: clientName
    .optional()
    .describe("The client's own name for the chat. Its next turn goes on with the same session."),
  session_id: clientName
    .optional()
    .describe('The session to go on with. A turn of a conversation needs none.'),
  fork: z.boolean().optional().describe('Goes on in a copy of the session.'),
  model: clientName.optional().describe('One of those that the server allows.'),
  workspace: clientText(100)
    .optional()
    .describe('The name of a workspace. Default: the first that the server has.'),
  images: listOf(
    z.strictObject({
      media_type: z
        .string()
        .regex(/^image\/[a-z0-9.+-]+$/, 'must be the type of an image, such as `image/png`'),
      data: z.base64(),
    }),
    { most: 20 },
  ).optional(),
  tools: listOf(toolDefinition, { most: MOST_TOOLS })
    .optional()
    .describe('Tools that the client answers.'),
  accepts_input: z
    .boolean()
    .optional()
    .describe('Whether it takes more input while it is at work. Not every agent can do that.'),
  output_schema: jsonObject.optional().describe('A JSON Schema that the last answer follows.'),
  reasoning_effort: z.string().max(20).optional(),
  limits: turnLimits.optional(),
  supersede: z
    .boolean()
    .optional()
    .describe('Ends a turn of the conversation that waits for answers, and begins after it.'),
});

/** What an asynchronous start gives: `202`. */
export const startedTurn = z.object({ turn_id: z.string() });

export type ToolDefinition = z.infer<typeof toolDefinition>;
export type StartTurnBody = z.infer<typeof startTurnBody>;
export type StartedTurn = z.infer<typeof startedTurn>;
