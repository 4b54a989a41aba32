import { z } from 'zod';
import { readRequestBody, toolParameters } from '../read-request-body.js';
import type { ModelRequest } from '../reply.js';

const messagesRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().catch(false),
  messages: z.array(z.unknown()),
  tools: z
    .array(
      z.looseObject({
        type: z.string().default('custom'),
        name: z.string(),
        input_schema: toolParameters,
      }),
    )
    .catch([]),
  output_config: outputFormat(),
  output_format: z.looseObject({ schema: z.unknown() }).optional().catch(undefined),
});

/** The form that the stable API has; `output_format` is the older one. */
function outputFormat() {
  return z
    .looseObject({ format: z.looseObject({ schema: z.unknown() }) })
    .optional()
    .catch(undefined);
}

export function readMessagesRequest(body: unknown): ModelRequest {
  const read = readRequestBody(messagesRequest, body);
  return {
    model: read.model,
    stream: read.stream,
    depth: read.messages.length,
    // A tool with a type of its own, as `web_search_20250305`, is run by the provider.
    tools: read.tools
      .filter(({ type }) => type === 'custom')
      .map(({ name, input_schema }) => ({ name, form: 'function', ...input_schema })),
    searches: read.tools.some(({ type }) => type.startsWith('web_search')),
    answerSchema: read.output_config?.format.schema ?? read.output_format?.schema,
  };
}
