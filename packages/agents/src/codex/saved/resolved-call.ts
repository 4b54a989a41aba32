import {
  type FileChange,
  isJsonObject,
  type JsonObject,
  type OutputBlock,
  parseJson,
} from '@dragoman/protocol';
import { flagAt, numberAt, objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv } from '../../tools/command-line.js';
import { type CommonCall, editCall, mcpToolName } from '../../tools/common-call.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { readNativeChanges } from '../tools/changes.js';
import { readMcpResult } from '../tools/mcp.js';
import { durationOf, type ToolOutput } from '../tools/output.js';
import { readTruncation } from '../tools/truncation.js';

/** What a record beside the call says about how it went: more than the output the model got. */
export interface ResolvedCall {
  readonly failed: boolean;
  readonly output?: string | OutputBlock[] | undefined;
  readonly exitCode?: number | undefined;
  readonly error?: ToolOutput['error'] | undefined;
  readonly durationMs?: number | undefined;
  readonly changes?: FileChange[] | undefined;
  readonly truncated?: boolean | undefined;
  /** The call, for one that has no other record. */
  readonly call: () => CommonCall;
}

/** Items of 0.166 hold at most so many bytes of output: its head and its tail. */
const MOST_OUTPUT_BYTES = 65_536;
/** A cut never splits a character, so a cut text may be a few bytes short of the bound. */
const CUT_SLACK_BYTES = 8;

/** Of a `CommandExecution` item or an `exec_command_end` event. */
export function resolveCommand(record: JsonObject): ResolvedCall | undefined {
  const exitCode = numberAt(record, 'exit_code');
  const status = textAt(record, 'status');
  const output = textAt(record, 'aggregated_output') ?? bothStreams(record);
  if (exitCode === undefined && status === undefined && output === undefined) return undefined;
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
export function resolvePatch(
  record: JsonObject,
  cwd: string | undefined,
): ResolvedCall | undefined {
  const status = textAt(record, 'status');
  const success = flagAt(record, 'success');
  const native = readNativeChanges(record.changes);
  if (status === undefined && success === undefined && native === undefined) return undefined;
  const changes = resolveChanges(native ?? [], cwd);
  const printed = [textAt(record, 'stderr'), textAt(record, 'stdout')].find((text) => text);
  return {
    failed: success === false || status === 'failed' || status === 'declined',
    output: printed,
    ...(status === 'declined' && { error: { message: printed ?? '', type: 'denied' } }),
    ...(changes.length > 0 && { changes }),
    call: () => editCall(changes),
  };
}

/** Of an `McpToolCall` item or an `mcp_tool_call_end` event. */
export function resolveMcpCall(record: JsonObject): ResolvedCall | undefined {
  const invocation = objectAt(record, 'invocation') ?? record;
  const { result, truncated } = wholeResult(record.result);
  const { output, failed, error } = readMcpResult(result);
  const refusal = textAt(objectAt(record, 'error'), 'message') ?? textAt(record, 'error');
  const status = textAt(record, 'status');
  if ((objectAt(record, 'result') ?? refusal ?? status) === undefined) return undefined;
  return {
    failed: failed || refusal !== undefined || status === 'failed',
    output: refusal ?? output,
    ...(truncated && { truncated }),
    durationMs: durationOf(record),
    error: refusal === undefined ? error : { message: refusal },
    call: () => ({
      tool_name: mcpToolName(textAt(invocation, 'server') ?? '', textAt(invocation, 'tool') ?? ''),
      kind: 'mcp',
      parameters: objectAt(invocation, 'arguments') ?? {},
    }),
  };
}

interface KeptResult {
  readonly result: unknown;
  readonly truncated?: true;
}

/**
 * An MCP result that is too large to be kept (0.162 and later) is one text: the result as JSON, without the
 * middle. Where the cut is in one of its texts, it is still JSON.
 */
function wholeResult(result: unknown): KeptResult {
  const content = isJsonObject(result) ? result.content : undefined;
  const [block, ...others] = Array.isArray(content) ? content : [];
  const text = isJsonObject(block) ? (textAt(block, 'text') ?? '') : '';
  if (others.length > 0 || !text.startsWith('{"') || !readTruncation(text).truncated) {
    return { result };
  }
  const parsed = parseJson(text);
  const isResult = parsed.ok && isJsonObject(parsed.value) && Array.isArray(parsed.value.content);
  return { result: isResult ? parsed.value : result, truncated: true };
}

/** Of a `DynamicToolCall` or `CollabAgentToolCall` item, or an event of the same: only how it went. */
export function resolveOutcome(record: JsonObject): ResolvedCall | undefined {
  const message = textAt(record, 'error');
  const status = textAt(record, 'status');
  const success = flagAt(record, 'success');
  if (message === undefined && status === undefined && success === undefined) return undefined;
  return {
    failed: status === 'failed' || success === false || message !== undefined,
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

function isCut(output: string): boolean {
  if (output.length > MOST_OUTPUT_BYTES || output.length * 3 < MOST_OUTPUT_BYTES) return false;
  const bytes = Buffer.byteLength(output);
  return bytes <= MOST_OUTPUT_BYTES && bytes > MOST_OUTPUT_BYTES - CUT_SLACK_BYTES;
}
