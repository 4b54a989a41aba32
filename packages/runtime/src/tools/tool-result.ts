import { errorMessage, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { CallerTool } from './caller-tool.js';
import type { WrittenAnswer } from './written-answer.js';

/** What an agent gets for its call. */
export type ToolResult =
  | { readonly text: string; readonly structured?: JsonObject }
  | { readonly error: string };

/** A text as it is; anything else as JSON, and an object as such, too. */
export function toolResult({ name, checkOutput }: CallerTool, answer: WrittenAnswer): ToolResult {
  if ('error' in answer) return answer;
  const { json } = answer;
  const parsed = parseJson(json);
  if (!parsed.ok) return { error: `The answer to ${name} was no JSON: ${parsed.error.message}.` };
  const output = parsed.value;
  const wrong = faultOf(output, checkOutput);
  if (wrong !== undefined) return { error: `The answer to ${name} was not valid: ${wrong}` };
  if (typeof output === 'string') return { text: output };
  return isJsonObject(output) ? { text: json, structured: output } : { text: json };
}

/** A check that fails itself has not let the output through. */
function faultOf(output: unknown, check: CallerTool['checkOutput']): string | undefined {
  try {
    return check?.(output);
  } catch (error) {
    return `it could not be checked: ${errorMessage(error)}`;
  }
}
