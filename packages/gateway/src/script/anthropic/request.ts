import { z } from 'zod';
import { optionalList, readRequestBody, streamFlag, toolParameters } from '../read-request-body.js';
import type { ModelRequest } from '../reply.js';

/**
 * The types of the tools that the client runs: its own, and those that Anthropic has defined for
 * it (`bash_20250124`). Every other type, such as `web_search_20250305`, is run by the provider.
 */
const CLIENT_TYPE = /^(custom$|(bash|text_editor|computer|memory)_\d)/;

const tool = z
  .looseObject({
    type: z
      .string()
      .nullish()
      .transform((type) => type ?? 'custom'),
    name: z.string().default(''),
    input_schema: toolParameters,
  })
  .refine(({ type, name }) => name !== '' || !CLIENT_TYPE.test(type), {
    path: ['name'],
    error: 'a tool that the client runs has a name',
  });

const WARM_UP = 'Warmup';

const messagesRequest = z.looseObject({
  model: z.string(),
  stream: streamFlag,
  messages: z.array(z.unknown()),
  tools: optionalList(tool),
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
    tools: read.tools
      .filter(({ type }) => CLIENT_TYPE.test(type))
      .map(({ name, input_schema }) => ({ name, form: 'function', ...input_schema })),
    searches: read.tools.some(({ type }) => type.startsWith('web_search_')),
    isWarmUp: isWarmUp(read.messages),
    answerSchema: read.output_config?.format.schema ?? read.output_format?.schema,
  };
}

const warmUp = z.tuple([
  z.looseObject({
    content: z.union([z.literal(WARM_UP), z.tuple([z.looseObject({ text: z.literal(WARM_UP) })])]),
  }),
]);

/** From 2.0.28 to 2.1.4 Claude Code begins each run with such a prompt to some sub-agents. */
function isWarmUp(messages: readonly unknown[]): boolean {
  return warmUp.safeParse(messages).success;
}
