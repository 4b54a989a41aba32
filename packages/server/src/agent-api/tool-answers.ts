import { isJsonObject, parseJson } from '@dragoman/protocol';
import { formToolNames } from '@dragoman/protocol/http';
import type { ToolAnswer } from '@dragoman/runtime';
import type { RunRequest, ToolResult } from './run-request.js';

/** What a run answers, by the ids of the requests. An approval of a call that has a result says nothing more. */
export function answersOf({
  tool_results: results = [],
  approvals = [],
}: Pick<RunRequest, 'tool_results' | 'approvals'>): ReadonlyMap<string, ToolAnswer> {
  return new Map<string, ToolAnswer>([
    ...approvals.map(({ toolCallId, ...approval }) => [toolCallId, approval] as const),
    ...results.map((result) => [result.toolCallId, answerOf(result)] as const),
  ]);
}

/** Outputs as the AI SDK wraps them in a prompt, which clients may pass on as they are. */
const WRAPPED: Readonly<Record<string, (value: unknown) => ToolAnswer>> = {
  json: (output) => ({ output }),
  text: (output) => ({ output: fromText(output) }),
  content: (output) => ({ output: fromContent(output) }),
  'error-text': failed,
  'error-json': failed,
};

function answerOf({ toolName, output: given = null, isError = false }: ToolResult): ToolAnswer {
  const answer = unwrapped(given);
  if (!('output' in answer)) return answer;
  if (isError) return failed(answer.output);
  if (!formToolNames.includes(toolName)) return answer;
  const output = fromText(fromContent(answer.output));
  // Clients of the predecessor pass on why a tool failed as its output. A form is never a text.
  return typeof output === 'string' ? failed(output) : { output };
}

function unwrapped(given: unknown): ToolAnswer {
  if (!isJsonObject(given) || typeof given.type !== 'string') return { output: given };
  if (given.type === 'execution-denied') {
    return failed(given.reason ?? 'The user does not want this call to be executed.');
  }
  const unwrap = Object.hasOwn(WRAPPED, given.type) ? WRAPPED[given.type] : undefined;
  return unwrap !== undefined && 'value' in given ? unwrap(given.value) : { output: given };
}

function failed(why: unknown): ToolAnswer {
  const words = typeof why === 'string' ? why : JSON.stringify(why);
  return { error: words || 'The tool failed.' };
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const json = parseJson(value);
  return json.ok ? json.value : value;
}

/** The value of what consists of one text. */
function fromContent(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? value : [];
  if (others.length > 0 || !isJsonObject(only) || only.type !== 'text') return value;
  return fromText(only.text);
}
