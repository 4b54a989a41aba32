import type { FileChange, JsonObject, OutputBlock } from '@dragoman/protocol';
import { flagAt, numberAt, objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv } from '../../tools/command-line.js';
import type { CommonCall } from '../../tools/common-call.js';
import { editCall } from '../../tools/edit-call.js';
import { mcpToolName } from '../../tools/mcp-tool-name.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { readMcpResult, readNativeChanges, type ToolOutput } from '../tools.js';

/** What a record beside the call says about how it went. It knows more than the output the model got. */
export interface ResolvedCall {
  readonly failed: boolean;
  readonly output?: string | OutputBlock[] | undefined;
  readonly exitCode?: number | undefined;
  readonly error?: ToolOutput['error'] | undefined;
  readonly durationMs?: number | undefined;
  readonly changes?: FileChange[] | undefined;
  readonly truncated?: boolean | undefined;
  /** The call itself, for one that no other record tells of. */
  readonly call: () => CommonCall;
}

/** Items of 0.166 hold at most so many bytes of output: its head and its tail. */
const MOST_OUTPUT_BYTES = 65_536;
/** A cut never splits a character, so a cut text may be a few bytes short of the bound. */
const CUT_SLACK_BYTES = 8;

/** Of a `CommandExecution` item or an `exec_command_end` event. */
export function findCommand(record: JsonObject): ResolvedCall {
  const exitCode = numberAt(record, 'exit_code');
  const status = textAt(record, 'status');
  const output = textAt(record, 'aggregated_output') ?? bothStreams(record);
  return {
    failed:
      status === 'failed' || status === 'declined' || (exitCode !== undefined && exitCode !== 0),
    output,
    exitCode,
    durationMs: durationOf(record),
    ...(status === 'declined' && { error: { message: output ?? '', type: 'denied' } }),
    ...(output !== undefined && isCut(output) && { truncated: true }),
    call: () => ({
      tool_name: 'Bash',
      kind: 'command',
      parameters: { command: commandOfArgv(textsAt(record, 'command') ?? []) },
    }),
  };
}

/** Of a `FileChange` item or a `patch_apply_end` event. */
export function findChanges(record: JsonObject, cwd: string | undefined): ResolvedCall {
  const status = textAt(record, 'status');
  const changes = resolveChanges(readNativeChanges(record.changes), cwd);
  const words = [textAt(record, 'stderr'), textAt(record, 'stdout')].find((text) => text);
  return {
    failed: flagAt(record, 'success') === false || status === 'failed' || status === 'declined',
    output: words,
    ...(status === 'declined' && { error: { message: words ?? '', type: 'denied' } }),
    ...(changes.length > 0 && { changes }),
    call: () => editCall(changes),
  };
}

/** Of an `McpToolCall` item or an `mcp_tool_call_end` event. */
export function findMcpResult(record: JsonObject): ResolvedCall {
  const invocation = objectAt(record, 'invocation') ?? record;
  const { output, failed, error } = readMcpResult(record.result);
  const refusal = textAt(objectAt(record, 'error'), 'message') ?? textAt(record, 'error');
  return {
    failed: failed || refusal !== undefined || textAt(record, 'status') === 'failed',
    output: refusal ?? output,
    durationMs: durationOf(record),
    error: refusal === undefined ? error : { message: refusal },
    call: () => ({
      tool_name: mcpToolName(textAt(invocation, 'server') ?? '', textAt(invocation, 'tool') ?? ''),
      kind: 'mcp',
      parameters: objectAt(invocation, 'arguments') ?? {},
    }),
  };
}

/** Of a `DynamicToolCall` or `CollabAgentToolCall` item, or an event of the same: only how it went. */
export function findOutcome(record: JsonObject): ResolvedCall {
  const message = textAt(record, 'error');
  return {
    failed:
      textAt(record, 'status') === 'failed' ||
      flagAt(record, 'success') === false ||
      message !== undefined,
    durationMs: durationOf(record),
    ...(message !== undefined && { error: { message } }),
    call: () => ({
      tool_name: textAt(record, 'tool') ?? 'unknown',
      kind: 'other',
      parameters: objectAt(record, 'arguments') ?? {},
    }),
  };
}

function bothStreams(record: JsonObject): string | undefined {
  const stdout = textAt(record, 'stdout');
  const stderr = textAt(record, 'stderr');
  return stdout === undefined && stderr === undefined
    ? undefined
    : `${stdout ?? ''}${stderr ?? ''}`;
}

function durationOf(record: JsonObject): number | undefined {
  const duration = objectAt(record, 'duration');
  const seconds = numberAt(duration, 'secs');
  if (seconds === undefined || seconds < 0) return undefined;
  return seconds * 1000 + Math.round((numberAt(duration, 'nanos') ?? 0) / 1e6);
}

function isCut(output: string): boolean {
  if (output.length > MOST_OUTPUT_BYTES || output.length * 3 < MOST_OUTPUT_BYTES) return false;
  const bytes = Buffer.byteLength(output);
  return bytes <= MOST_OUTPUT_BYTES && bytes > MOST_OUTPUT_BYTES - CUT_SLACK_BYTES;
}
