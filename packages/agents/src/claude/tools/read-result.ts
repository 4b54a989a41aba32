import { isJsonObject, type JsonObject, type OutputBlock } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import { numberAt, textAt } from '../../interpret/json-fields.js';
import { changesOf } from './changes-of.js';
import { outputOf } from './output-of.js';
import { type PlainOutput, plainOutput } from './plain-output.js';
import { refusalType } from './refusals.js';

/** A result as the model is shown it, and what the CLI notes beside it. */
export interface NativeResult {
  readonly content: unknown;
  readonly isError: boolean;
  /** `tool_use_result` of a live line, `toolUseResult` of a saved one. */
  readonly rich: unknown;
}

/** What a tool gave back, in the common form. The name is that of the call, where it is known. */
export function readResult(
  { content, isError, rich }: NativeResult,
  name: string | undefined,
): CallResult {
  const shown = outputOf(name === 'Task' ? agentContent(content, rich) : content);
  const { output, exitCode, truncated } =
    typeof shown === 'string' ? plainOutput(shown, name, rich) : asIs(shown);
  const isFailure = isError || (name === 'Task' && isRefusedAgent(output));
  const result: CallResult = { status: isFailure ? 'error' : 'success' };
  if (output !== undefined) result.output = output;
  if (exitCode !== undefined) result.exit_code = exitCode;
  if (truncated) result.truncated = true;
  const refusal = isError && typeof output === 'string' ? refusalType(output) : undefined;
  if (refusal !== undefined && typeof output === 'string') {
    result.error = { message: output, type: refusal };
  }
  const changes = isError ? undefined : changesOf(name, rich);
  if (changes !== undefined) result.changes = changes;
  const took = isJsonObject(rich) ? durationOf(rich) : undefined;
  if (took !== undefined) result.duration_ms = took;
  return result;
}

function asIs(output: OutputBlock[] | undefined): Omit<PlainOutput, 'output'> & {
  readonly output: OutputBlock[] | undefined;
} {
  return { output, exitCode: undefined, truncated: false };
}

/** What a sub-agent said, without the words on how to call it again. */
function agentContent(content: unknown, rich: unknown): unknown {
  const said = isJsonObject(rich) ? rich.content : undefined;
  return Array.isArray(said) ? said : content;
}

/** A sub-agent that gets no answer from its model says why, as if that were its result. */
function isRefusedAgent(output: string | OutputBlock[] | undefined): boolean {
  return typeof output === 'string' && output.startsWith('API Error: ');
}

function durationOf(rich: JsonObject): number | undefined {
  return numberAt(rich, 'totalDurationMs') ?? numberAt(rich, 'durationMs');
}

/** The sub-agent whose result this is, by the CLI's own id of it. */
export function agentIdOf(rich: unknown): string | undefined {
  return isJsonObject(rich) ? textAt(rich, 'agentId') : undefined;
}
