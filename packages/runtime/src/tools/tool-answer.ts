import { isJsonObject, type JsonObject, parseJson, writeJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { CallerTool } from './caller-tool.js';

/**
 * What the caller answers to a request: what its tool gave, as JSON can say it; why it failed; or whether
 * it may be executed. What is approved is then executed, if its tool `needsApproval`; of another tool, the
 * approval is all that the agent asked for.
 */
export type ToolAnswer = { readonly output: unknown } | { readonly error: string } | ToolApproval;

/** Whether somebody approves a call, and why not. */
export interface ToolApproval {
  readonly approved: boolean;
  readonly reason?: string | undefined;
}

/**
 * What became of an answer. `taken`: the agent gets it, or got the same before. `late`: the request is
 * answered otherwise, timed out or ended with its turn. `unknown`: the turn never made it.
 */
export type AnswerReceipt = 'taken' | 'late' | 'unknown';

/** An answer as it reaches the process that conducts the turn: its output as JSON, or why there is none. */
export type WrittenAnswer = { readonly json: string } | { readonly error: string } | ToolApproval;

/** More than any model reads, and less than what agents refuse to be sent. */
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/** Never throws: what an answer lacks, or has too much of, becomes words for the agent. */
export function writtenAnswer(answer: ToolAnswer): WrittenAnswer {
  // Whatever the types say: it comes from the caller's own tools.
  const given: unknown = answer;
  if (!isJsonObject(given)) return malformed(`it was ${String(given)}`);
  if (typeof given.error === 'string') return failed(given.error);
  if (typeof given.approved === 'boolean') return approval(given.approved, given.reason);
  if (!('output' in given))
    return malformed('it had neither an output nor an error, nor an approval');
  return writtenOutput(given.output);
}

function writtenOutput(output: unknown): WrittenAnswer {
  try {
    const json = writeJson(output, { strict: true });
    const bytes = Buffer.byteLength(json);
    if (bytes <= MOST_BYTES) return { json };
    return malformed(
      `its output has ${bytes} bytes, more than the ${MOST_BYTES} that are passed on`,
    );
  } catch (error) {
    return malformed(errorMessage(error));
  }
}

function approval(approved: boolean, reason: unknown): ToolApproval {
  if (typeof reason !== 'string' || reason === '') return { approved };
  return { approved, reason: reason.slice(0, LONGEST_ERROR) };
}

function failed(error: string): WrittenAnswer {
  return { error: error.slice(0, LONGEST_ERROR) || 'The tool failed without saying why.' };
}

function malformed(why: string): WrittenAnswer {
  return { error: `The answer of the tool can't be used: ${why.replace(/\.$/, '')}.` };
}

/** What an agent gets for its call. */
export type ToolResult =
  | { readonly text: string; readonly structured?: JsonObject }
  | { readonly error: string };

/** A text as it is; anything else as JSON, and an object as such, too. */
export function toolResult({ name, checkOutput }: CallerTool, answer: WrittenAnswer): ToolResult {
  if ('error' in answer) return answer;
  if ('approved' in answer) return approvalResult(name, answer);
  const { json } = answer;
  const parsed = parseJson(json);
  if (!parsed.ok) return { error: `The answer to ${name} was no JSON: ${parsed.error.message}.` };
  const output = parsed.value;
  const wrong = faultOf(output, checkOutput);
  if (wrong !== undefined) return { error: `The answer to ${name} was not valid: ${wrong}` };
  if (typeof output === 'string') return { text: output };
  return isJsonObject(output) && !Object.hasOwn(output, LOST_KEY)
    ? { text: json, structured: output }
    : { text: json };
}

/** The SDK of MCP copies structured content without this key. A text keeps it. */
const LOST_KEY = '__proto__';

function approvalResult(name: string, { approved, reason }: ToolApproval): ToolResult {
  if (approved) {
    const structured = { approved, ...(reason !== undefined && { reason }) };
    return { text: writeJson(structured), structured };
  }
  return { error: `The call of ${name} was not approved${reason ? `: ${reason}` : '.'}` };
}

/** A check that fails itself has not let the output through. */
function faultOf(output: unknown, check: CallerTool['checkOutput']): string | undefined {
  try {
    return check?.(output);
  } catch (error) {
    return `it could not be checked: ${errorMessage(error)}`;
  }
}
