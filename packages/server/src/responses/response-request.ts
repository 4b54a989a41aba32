import { isJsonObject } from '@dragoman/protocol';
import { clientName } from '@dragoman/protocol/http';
import { jsonObject, listOf } from '@dragoman/protocol/internal';
import { z } from 'zod';

const inputPart = z.union([
  z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string() }),
]);

const inputContent = z.union([z.string(), listOf(inputPart)]);

const message = z.looseObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: inputContent,
});

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});

const functionCallOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: inputContent,
});

/** What the agent itself thought and did: it knows that. */
const agentsOwn = z.looseObject({
  type: z.enum(['reasoning', 'mcp_call', 'mcp_list_tools', 'item_reference']),
});

export const inputItem = z.union([functionCall, functionCallOutput, agentsOwn, message]);

const functionTool = z.looseObject({
  type: z.literal('function', 'tools must be functions: the agent has its own tools for the rest'),
  name: z.string(),
  description: z.string().nullish(),
  parameters: jsonObject.nullish(),
});

const textFormat = z.union(
  [
    z.looseObject({ type: z.literal('text') }),
    z.looseObject({ type: z.literal('json_schema'), schema: jsonObject }),
  ],
  'must be `text` or `json_schema`',
);

/** Texts by their names. As with `listOf`, its check stops at the first that is none. */
const namedTexts = z.preprocess(firstWrong, z.record(z.string(), z.string()));

/** As much as it has to be for the check to fail, or all of it. */
function firstWrong(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  // A record has no `__proto__`.
  const isWrong = (name: string) => typeof given[name] !== 'string' && name !== '__proto__';
  const wrong = Object.keys(given).find(isWrong);
  return wrong === undefined ? given : { [wrong]: given[wrong] };
}

/** Nothing, or what a client that writes all fields writes for it. */
const unset = (why: string) => z.null(why).optional();

/** Nothing, or what is done anyway. */
const only = <Value extends string | boolean>(value: Value, why: string) =>
  z.literal(value, why).nullish();

/** The body of `POST /v1/responses`, as far as an agent can do what it asks for. */
export const responseRequest = z.looseObject({
  model: z
    .string()
    .min(1)
    .optional()
    .describe('An agent, such as `codex`, or an agent and a model: `codex/gpt-5`.'),
  input: z.union([z.string().min(1), listOf(inputItem, { fewest: 1 })]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish().describe('Goes on with the session of that response.'),
  conversation: z
    .union([clientName, z.looseObject({ id: clientName })])
    .nullish()
    .describe("The client's own name for the conversation."),
  tools: listOf(functionTool).nullish(),
  tool_choice: z
    .enum(['auto', 'none'], 'the agent decides: only `auto` and `none` can be asked for')
    .nullish(),
  text: z.looseObject({ format: textFormat.nullish() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  stream: z.boolean().nullish(),
  background: z.boolean().nullish().describe('Answers at once; `GET` says how it goes.'),
  metadata: namedTexts.nullish(),
  temperature: unset('an agent sets it itself'),
  top_p: unset('an agent sets it itself'),
  max_output_tokens: unset('a turn of an agent is many answers of a model; it has other limits'),
  max_tool_calls: unset('an agent decides how many it needs'),
  prompt: unset('there are no stored prompts here'),
  store: only(
    true,
    'a turn is kept: its session needs it, and `DELETE /v1/sessions/{id}` removes it',
  ),
  parallel_tool_calls: only(true, 'an agent decides which calls it makes at once'),
  truncation: only('disabled', 'an agent shortens its own context'),
});

/** The query of `GET /v1/responses/{id}`. */
export const responseQuery = z.object({
  stream: z.enum(['true', 'false']).optional().describe('`true`: as it came, and as it comes.'),
  starting_after: z.coerce
    .number()
    .int()
    .optional()
    .describe('Of a stream: the number of the last event that the client has.'),
});

export type ResponseRequest = z.infer<typeof responseRequest>;
export type InputItem = z.infer<typeof inputItem>;
export type InputContent = z.infer<typeof inputContent>;
