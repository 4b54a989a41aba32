import type { AgentAbilities } from '@dragoman/agents';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { CallOptions, CallWarning } from './call-options.js';

/** How the answer is to look, and how the agent is told. */
export interface ChosenFormat {
  /** Whether the answer must be JSON, and the schema that it must follow. */
  readonly json?: { readonly schema?: JsonObject };
  /** For the agent's own mechanism. */
  readonly outputSchema?: JsonObject;
  /** For an agent that has none: words at the end of the prompt. */
  readonly words?: string;
  readonly warnings: readonly CallWarning[];
}

const JSON_WORDS = 'Answer with JSON only: no other words, no code fence.';

export function chooseFormat(
  { responseFormat }: CallOptions,
  { outputSchema }: AgentAbilities,
): ChosenFormat {
  if (responseFormat?.type !== 'json') return { warnings: [] };
  const { schema } = responseFormat;
  if (!isJsonObject(schema)) {
    return { json: {}, words: JSON_WORDS, warnings: [asked('It has no schema.')] };
  }
  if (outputSchema) return { json: { schema }, outputSchema: schema, warnings: [] };
  return {
    json: { schema },
    words: `${JSON_WORDS} It must follow this JSON Schema:\n${JSON.stringify(schema)}`,
    warnings: [asked('The agent has no way to hold its model to a schema.')],
  };
}

function asked(why: string): CallWarning {
  const details = `${why} It is asked for in the prompt, and the answer is checked.`;
  return { type: 'compatibility', feature: 'responseFormat', details };
}
