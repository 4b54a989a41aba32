import {
  type FileChange,
  isJsonObject,
  type JsonObject,
  type OutputBlock,
} from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import { numberAt, objectsAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { markLines } from '../../tools/patch.js';
import { outputOf, type PlainOutput, plainOutput } from './output.js';

/** A result as the model is shown it, and what the CLI notes beside it. */
export interface NativeResult {
  readonly content: unknown;
  readonly isError: boolean;
  /** `tool_use_result` of a live line, `toolUseResult` of a saved one. */
  readonly rich: unknown;
}

/** The result that a block of a message holds, with what the record notes beside it. */
export function nativeResult(block: JsonObject, rich: unknown): NativeResult {
  return { content: block.content, isError: block.is_error === true, rich };
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

/** The id of the sub-agent whose result this is. */
export function agentIdOf(rich: unknown): string | undefined {
  return isJsonObject(rich) ? textAt(rich, 'agentId') : undefined;
}

/** The tools whose results say what they changed. */
const CHANGING = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** What a tool changed, by what is noted beside its result; undefined for other tools. */
function changesOf(name: string | undefined, result: unknown): FileChange[] | undefined {
  if (name === undefined || !CHANGING.has(name) || !isJsonObject(result)) return undefined;
  const path = textAt(result, 'filePath') ?? textAt(result, 'notebook_path');
  if (path === undefined) return undefined;
  const isNew = textAt(result, 'type') === 'create';
  const diff = isNew ? markLines('+', textAt(result, 'content') ?? '') : diffOf(result);
  const change: FileChange = { path, kind: isNew ? 'add' : 'update' };
  return [diff === '' ? change : { ...change, diff }];
}

function diffOf(result: JsonObject): string {
  let diff = '';
  for (const hunk of objectsAt(result, 'structuredPatch')) {
    const lines = textsAt(hunk, 'lines');
    if (lines === undefined) return '';
    const was = `${numberAt(hunk, 'oldStart') ?? 0},${numberAt(hunk, 'oldLines') ?? 0}`;
    const is = `${numberAt(hunk, 'newStart') ?? 0},${numberAt(hunk, 'newLines') ?? 0}`;
    diff += `@@ -${was} +${is} @@\n`;
    for (const line of lines) diff += `${line}\n`;
  }
  return diff;
}

/** How Claude Code words it when a call was not carried out because it was not allowed. */
const DENIALS = [
  'Claude requested permissions to ',
  'Permission for this ',
  'Permission to use ',
  'Permission denied',
  'This command requires approval',
  'This command was denied',
  'The agent proposed a plan that was rejected by the user',
  'User denied permission',
];

/** A call that was stopped, or that came too late to be carried out, because the turn was. */
const CANCELLATIONS = [
  "The user doesn't want to take this action right now",
  '[Request interrupted',
  '[Tool call interrupted',
  '[Tool call did not complete',
  '[Tool call skipped',
  '[Agent call interrupted',
  'User rejected tool use',
  'User aborted',
];

const REJECTED = "The user doesn't want to proceed with this tool use";
/** Said when the person stops the turn without a word about the call. */
const STOP = 'STOP what you are doing';

/** Whether the text of a failed call says that it was refused, or stopped. */
function refusalType(text: string): 'denied' | 'cancelled' | undefined {
  if (text.startsWith(REJECTED)) return text.includes(STOP) ? 'cancelled' : 'denied';
  if (CANCELLATIONS.some((words) => text.startsWith(words))) return 'cancelled';
  const isDenied = DENIALS.some((words) => text.startsWith(words)) || BLOCKED.test(text);
  return isDenied ? 'denied' : undefined;
}

/** `touch in '/etc/x' was blocked. For security, Claude Code may only …`, of any command. */
const BLOCKED = /^.{1,40} in '.{1,4096}' was blocked\. For security, Claude Code may only/;
