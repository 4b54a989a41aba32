import { clientName, startTurnBody } from '@dragoman/protocol/http';
import { jsonObject, listOf } from '@dragoman/protocol/internal';
import { z } from 'zod';

/** Any text: clients send what tools of all kinds gave, and most of it is passed over. */
const toolCallId = z.string().describe('The `requestId` of the event.');

const toolResult = z.object({
  toolCallId,
  toolName: z.string(),
  output: z.unknown().optional().describe('What the tool gave, or says about its failure.'),
  isError: z.boolean().optional(),
});

/** The body of `POST /agent-api/run`. */
export const runRequest = z.object({
  type: z.literal('agent.run'),
  chat_id: clientName.describe('The chat. Its next turn goes on with the same session.'),
  message: z
    .string()
    .min(1)
    .optional()
    .describe('What the user says. It may be absent where there are `tool_results`.'),
  agent_type: startTurnBody.shape.agent,
  document: z.string().optional().describe('Text that the agent works from.'),
  tool_results: listOf(toolResult)
    .optional()
    .describe('What tools gave. Those that the agent does not wait for are passed over.'),
  approvals: listOf(z.object({ toolCallId, approved: z.boolean(), reason: z.string().optional() }))
    .optional()
    .describe('Which calls may be executed, of tools that need approval.'),
  tools: startTurnBody.shape.tools.describe('Tools of the client, beside those for forms.'),
  relay: z
    .boolean()
    .optional()
    .describe(
      'A page answers by the relay: the response begins with its `relay.session`, and goes on to the end of the turn.',
    ),
  env: jsonObject.optional().describe('Must be empty.'),
  snapshot_id: z.string().optional().describe('Must be empty.'),
});

export type RunRequest = z.infer<typeof runRequest>;
export type ToolResult = z.infer<typeof toolResult>;
