import { clientName, startTurnBody } from '@dragoman/protocol/http';
import { listOf } from '@dragoman/protocol/internal';
import { z } from 'zod';

/** A part of what a user says, or of what a tool gave. */
const contentPart = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('image'),
    source: z.looseObject({ type: z.literal('data'), value: z.string(), mimeType: z.string() }),
  }),
  z.looseObject({
    type: z.literal('binary'),
    mimeType: z.string(),
    data: z.string(),
  }),
]);

const content = z.union([z.string(), listOf(contentPart)]);

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

export const runMessage = z.discriminatedUnion('role', [
  z.looseObject({ id: clientName, role: z.literal('user'), content }),
  z.looseObject({ id: clientName, role: z.literal('system'), content: z.string() }),
  z.looseObject({ id: clientName, role: z.literal('developer'), content: z.string() }),
  z.looseObject({
    id: clientName,
    role: z.literal('assistant'),
    content: z.string().optional(),
    toolCalls: listOf(toolCall).optional(),
  }),
  z.looseObject({
    id: clientName,
    role: z.literal('tool'),
    toolCallId: z.string(),
    content,
    error: z.string().optional(),
  }),
  z.looseObject({ id: clientName, role: z.literal('reasoning') }),
  z.looseObject({ id: clientName, role: z.literal('activity') }),
]);

/** What a client of AG-UI may choose beside what the protocol knows. */
const chosen = startTurnBody.pick({
  agent: true,
  model: true,
  workspace: true,
  reasoning_effort: true,
  limits: true,
});

/** The body of `POST /v1/ag-ui`: a `RunAgentInput`. */
export const runInput = z.looseObject({
  threadId: clientName.describe('The conversation.'),
  runId: clientName,
  messages: listOf(runMessage).describe('What was said. Only what is new goes to the agent.'),
  tools: listOf(
    z.looseObject({
      name: z.string(),
      description: z.string().optional(),
      parameters: z.unknown().optional(),
    }),
  )
    .optional()
    .describe('Tools of the client. A run ends where the agent waits for one.'),
  context: listOf(z.looseObject({ description: z.string(), value: z.string() }))
    .optional()
    .describe('What the agent should know.'),
  state: z.unknown().optional().describe('Not used: an agent has its workspace.'),
  forwardedProps: z
    .looseObject({ dragoman: chosen.optional() })
    .nullish()
    .describe('`dragoman` chooses agent, model, workspace and limits.'),
});

export type RunInput = z.infer<typeof runInput>;
export type RunMessage = z.infer<typeof runMessage>;
