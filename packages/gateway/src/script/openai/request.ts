import { isJsonObject } from '@dragoman/protocol';
import { z } from 'zod';
import { optionalList, readRequestBody, streamFlag, toolParameters } from '../read-request-body.js';
import type { ModelRequest, OfferedTool } from '../reply.js';
import { nestedTools } from './code-tool.js';

const NAMED_TYPES: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

const toolFields = z.looseObject({
  type: z.string(),
  name: z.string().default(''),
  description: z.string().catch(''),
  parameters: toolParameters,
});

type ToolFields = z.output<typeof toolFields>;

const isNamed = ({ type, name }: ToolFields) => name !== '' || !NAMED_TYPES.has(type);
const nameless = { path: ['name'], error: 'a tool of this type has a name' };

const tool = toolFields
  .extend({ tools: optionalList(toolFields.refine(isNamed, nameless)) })
  .refine(isNamed, nameless);

/** From 0.166, for some models, Codex offers its tools as an entry of the conversation. */
const additionalTools = z.looseObject({ tools: optionalList(tool) });

const responsesRequest = z.looseObject({
  model: z.string(),
  stream: streamFlag,
  input: z.union([z.string(), z.array(z.unknown())]).default([]),
  tools: optionalList(tool),
  text: z
    .looseObject({ format: z.looseObject({ schema: z.unknown() }) })
    .optional()
    .catch(undefined),
});

/** What a tool that the client runs is; types that are not here are done by the provider. */
const TOOL_TYPES: ReadonlyMap<string, (tool: ToolFields) => OfferedTool[]> = new Map([
  ['function', functionTool],
  ['custom', customTool],
  ['local_shell', localShell],
]);

function functionTool({ name, parameters }: ToolFields): OfferedTool[] {
  return [{ name, form: 'function', ...parameters }];
}

function customTool({ name, description }: ToolFields): OfferedTool[] {
  const itself: OfferedTool = { name, form: 'custom', properties: ['input'], required: ['input'] };
  return [itself, ...nestedTools(name, description)];
}

function localShell(): OfferedTool[] {
  const argument = ['command'];
  return [{ name: 'local_shell', form: 'local_shell', properties: argument, required: argument }];
}

export function readResponsesRequest(body: unknown): ModelRequest {
  const { model, stream, input, tools, text } = readRequestBody(responsesRequest, body);
  const entries = typeof input === 'string' ? [input] : input;
  const offered = [...tools, ...entries.flatMap(toolsOfEntry)];
  return {
    model,
    stream,
    history: entries,
    tools: offered.flatMap(offeredTools),
    searches: offered.some(({ type }) => type.startsWith('web_search')),
    answerSchema: text?.format.schema,
  };
}

function toolsOfEntry(entry: unknown): z.output<typeof tool>[] {
  if (!isJsonObject(entry) || entry.type !== 'additional_tools') return [];
  return readRequestBody(additionalTools, entry).tools;
}

/** From 0.121 Codex groups tools in namespaces: MCP servers, and its own families. */
function offeredTools(one: z.output<typeof tool>): OfferedTool[] {
  if (one.type !== 'namespace') return TOOL_TYPES.get(one.type)?.(one) ?? [];
  return one.tools
    .flatMap((inner) => TOOL_TYPES.get(inner.type)?.(inner) ?? [])
    .map((offered) => inNamespace(one.name, offered));
}

function inNamespace(namespace: string, { nested, ...offered }: OfferedTool): OfferedTool {
  return nested === undefined
    ? { namespace, ...offered }
    : { ...offered, nested: { namespace, ...nested } };
}
