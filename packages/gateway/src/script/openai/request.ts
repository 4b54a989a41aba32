import { z } from 'zod';
import { readRequestBody, toolParameters } from '../read-request-body.js';
import type { ModelRequest, OfferedTool } from '../reply.js';
import { nestedTools } from './code-tool.js';

const plainTool = z.looseObject({
  type: z.string(),
  name: z.string().catch(''),
  description: z.string().catch(''),
  parameters: toolParameters,
});

type PlainTool = z.output<typeof plainTool>;

const tool = plainTool.extend({ tools: z.array(plainTool).catch([]) });

/** From 0.166, for some models, Codex offers its tools as an entry of the conversation. */
const additionalTools = z.looseObject({
  type: z.literal('additional_tools'),
  tools: z.array(tool).catch([]),
});

const responsesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().catch(false),
  input: z.union([z.string(), z.array(z.unknown())]).default([]),
  tools: z.array(tool).catch([]),
  text: z
    .looseObject({ format: z.looseObject({ schema: z.unknown() }) })
    .optional()
    .catch(undefined),
});

/** What a tool that the client runs is; types that are not here are done by the provider. */
const TOOL_TYPES: Readonly<Record<string, (tool: PlainTool) => OfferedTool[]>> = {
  function: ({ name, parameters }) => [{ name, form: 'function', ...parameters }],
  custom: (custom) => [
    { name: custom.name, form: 'custom', properties: ['input'], required: ['input'] },
    ...nestedTools(custom.description),
  ],
  local_shell: () => [
    { name: 'local_shell', form: 'local_shell', properties: ['command'], required: ['command'] },
  ],
};

export function readResponsesRequest(body: unknown): ModelRequest {
  const { model, stream, input, tools, text } = readRequestBody(responsesRequest, body);
  const entries = typeof input === 'string' ? [input] : input;
  const offered = [...tools, ...entries.flatMap(toolsOfEntry)];
  return {
    model,
    stream,
    depth: entries.length,
    tools: offered.flatMap(offeredTools),
    searches: offered.some(({ type }) => type.startsWith('web_search')),
    answerSchema: text?.format.schema,
  };
}

function toolsOfEntry(entry: unknown): z.output<typeof tool>[] {
  const parsed = additionalTools.safeParse(entry);
  return parsed.success ? parsed.data.tools : [];
}

/** From 0.121 Codex groups tools in namespaces: MCP servers, and families of its own. */
function offeredTools(one: z.output<typeof tool>): OfferedTool[] {
  if (one.type !== 'namespace') return TOOL_TYPES[one.type]?.(one) ?? [];
  return one.tools
    .flatMap((inner) => TOOL_TYPES[inner.type]?.(inner) ?? [])
    .map((offered) => (offered.nested ? offered : { namespace: one.name, ...offered }));
}
