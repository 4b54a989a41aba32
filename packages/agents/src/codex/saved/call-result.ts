import type { FileChange, ToolKind, ToolResultEvent } from '@dragoman/protocol';
import type { ToolOutput } from '../tools.js';
import type { ResolvedCall } from './resolved-call.js';

/** What is needed of a call to tell its result. */
export interface AnsweredCall {
  readonly id: string;
  readonly kind: ToolKind | undefined;
  /** What a patch was to change. */
  readonly changes: FileChange[] | undefined;
}

/** The result of a call by the output the model got, by what another record found out, or by both. */
export function callResult(
  call: AnsweredCall,
  answer: ToolOutput | undefined,
  finding: ResolvedCall | undefined,
): ToolResultEvent {
  if (call.kind === 'edit') return editResult(call, answer, finding);
  const exitCode = finding?.exitCode ?? answer?.exitCode;
  const error = answer?.error ?? finding?.error;
  const failed =
    (finding?.failed ?? answer?.failed ?? false) ||
    error !== undefined ||
    (exitCode !== undefined && exitCode !== 0);
  const source = prefersResolvedCall(call, answer, finding) ? finding : answer;
  const result: ToolResultEvent = {
    type: 'tool_result',
    tool_id: call.id,
    status: failed ? 'error' : 'success',
  };
  const output = source?.output ?? answer?.output ?? finding?.output;
  const duration = finding?.durationMs ?? answer?.durationMs;
  // Assigned one by one: this runs for every call of a session, and spreads cost ten times as much.
  if (output !== undefined) result.output = output;
  if (exitCode !== undefined) result.exit_code = exitCode;
  if (error !== undefined) result.error = error;
  if (duration !== undefined) result.duration_ms = duration;
  if (source?.truncated === true) result.truncated = true;
  return result;
}

/** What a patch did. When it worked its output only repeats the changes. */
function editResult(
  call: AnsweredCall,
  answer: ToolOutput | undefined,
  finding: ResolvedCall | undefined,
): ToolResultEvent {
  const failed = (finding?.failed ?? answer?.failed ?? false) || answer?.error !== undefined;
  const result: ToolResultEvent = {
    type: 'tool_result',
    tool_id: call.id,
    status: failed ? 'error' : 'success',
  };
  const changes = finding?.changes ?? call.changes;
  const output = finding?.output ?? answer?.output;
  const error = answer?.error ?? finding?.error;
  const duration = finding?.durationMs ?? answer?.durationMs;
  if (failed && output !== undefined) result.output = output;
  if (failed && error !== undefined) result.error = error;
  if (!failed && changes !== undefined) result.changes = changes;
  if (duration !== undefined) result.duration_ms = duration;
  return result;
}

/**
 * The output of a command is whole in the finding, where the model got a part. That of an MCP tool
 * is what the model got (which is the structured content alone, where there is any), unless cut.
 */
function prefersResolvedCall(
  call: AnsweredCall,
  answer: ToolOutput | undefined,
  finding: ResolvedCall | undefined,
): boolean {
  if (finding?.output === undefined) return false;
  return answer?.output === undefined || call.kind === 'command' || answer.truncated === true;
}
