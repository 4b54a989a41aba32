import type {
  DragomanEvent,
  FileChange,
  ToolKind,
  ToolResultEvent,
  ToolUseEvent,
} from '@dragoman/protocol';
import type { Slot } from '../../interpret/emitter.js';
import { timed } from '../../interpret/events.js';
import { numberAt } from '../../interpret/json-fields.js';
import { type CommonCall, isPlanCall, type PlanCall } from '../../tools/common-call.js';
import { type NativeCall, readCall } from '../tools/calls.js';
import type { CallContext } from '../tools/command-calls.js';
import type { ToolOutput } from '../tools/output.js';
import type { ResolvedCall } from './resolved-call.js';
import { isScript, onlyCallOf } from './scripts.js';

/** What a result says of its call. */
export interface AnsweredCall {
  readonly id: string;
  readonly kind: ToolKind | undefined;
  /** What a patch was to change. */
  readonly changes: FileChange[] | undefined;
}

/** A call that awaits its answer. */
export interface OpenCall extends AnsweredCall {
  readonly name: string;
  readonly common: CommonCall | PlanCall;
  readonly ts: string | undefined;
  /** True for a script, which is emitted only where nothing shows the calls it makes. */
  readonly isScript: boolean;
  /** Of `write_stdin`: the command it writes to. */
  readonly session: number | undefined;
  /** The slot of a call that is emitted once its answer is known: one that sets the plan, or a script. */
  slot: Slot | undefined;
  resolved: ResolvedCall | undefined;
  /** Of a command in the background: what it has printed so far. */
  printed: string | undefined;
  /** Of a command in the background: the number of its session. */
  runsAs: number | undefined;
}

export function createOpenCall(
  id: string,
  native: NativeCall,
  context: CallContext,
  ts: string | undefined,
): OpenCall {
  const script = isScript(native);
  const shown = script ? (onlyCallOf(native.input) ?? native) : native;
  const { common, changes } = readCall(shown, context);
  const isPlan = isPlanCall(common);
  return {
    id,
    name: shown.name,
    common,
    ts,
    kind: isPlan ? 'plan' : common.kind,
    changes,
    isScript: script,
    session:
      shown.name === 'write_stdin' && !isPlan
        ? numberAt(common.parameters, 'session_id')
        : undefined,
    slot: undefined,
    resolved: undefined,
    printed: undefined,
    runsAs: undefined,
  };
}

/** The call as it is emitted when nothing speaks against it: as a plan, if it sets one. */
export function callEvent({ id, common, ts }: OpenCall): DragomanEvent {
  if (!isPlanCall(common)) return timed(useOf(id, common), ts);
  const items = common.plan.map(({ text, status }) => ({ text, status }));
  return timed({ type: 'plan', items }, ts);
}

/** A call that sets the plan as the call it is, since it was refused. */
export function refusedEvent({ id, common, ts }: OpenCall): DragomanEvent {
  return timed(useOf(id, isPlanCall(common) ? common.call : common), ts);
}

export function useOf(id: string, call: CommonCall): ToolUseEvent {
  const { tool_name, kind, parameters, native_name, native_parameters } = call;
  const event: ToolUseEvent = { type: 'tool_use', tool_id: id, tool_name, kind, parameters };
  if (native_name !== undefined) event.native_name = native_name;
  if (native_parameters !== undefined) event.native_parameters = native_parameters;
  return event;
}

/** The command a call runs; undefined when it runs none. */
export function commandOf(call: CommonCall | PlanCall): unknown {
  return isPlanCall(call) || call.tool_name !== 'Bash' ? undefined : call.parameters.command;
}

/** The result of a call by the output the model got, by what another record says, or by both. */
export function resultOf(
  call: AnsweredCall,
  answer: ToolOutput | undefined,
  resolved: ResolvedCall | undefined,
): ToolResultEvent {
  if (call.kind === 'edit') return resultOfEdit(call, answer, resolved);
  const exitCode = resolved?.exitCode ?? answer?.exitCode;
  const error = answer?.error ?? resolved?.error;
  const failed =
    (resolved?.failed ?? answer?.failed ?? false) ||
    error !== undefined ||
    (exitCode !== undefined && exitCode !== 0);
  const source = prefersResolved(call, answer, resolved) ? resolved : answer;
  const result = emptyResult(call, failed);
  const output = source?.output ?? answer?.output ?? resolved?.output;
  const duration = resolved?.durationMs ?? answer?.durationMs;
  // Assigned one by one: this runs for every call of a session, and spreads cost ten times as much.
  if (output !== undefined) result.output = output;
  if (exitCode !== undefined) result.exit_code = exitCode;
  if (error !== undefined) result.error = error;
  if (duration !== undefined) result.duration_ms = duration;
  if (source?.truncated === true) result.truncated = true;
  return result;
}

/** What a patch did. When it worked its output only repeats the changes. */
function resultOfEdit(
  call: AnsweredCall,
  answer: ToolOutput | undefined,
  resolved: ResolvedCall | undefined,
): ToolResultEvent {
  const failed = (resolved?.failed ?? answer?.failed ?? false) || answer?.error !== undefined;
  const result = emptyResult(call, failed);
  const changes = resolved?.changes ?? call.changes;
  const output = resolved?.output ?? answer?.output;
  const error = answer?.error ?? resolved?.error;
  const duration = resolved?.durationMs ?? answer?.durationMs;
  if (failed && output !== undefined) result.output = output;
  if (failed && error !== undefined) result.error = error;
  if (!failed && changes !== undefined) result.changes = changes;
  if (duration !== undefined) result.duration_ms = duration;
  return result;
}

function emptyResult({ id }: AnsweredCall, failed: boolean): ToolResultEvent {
  return { type: 'tool_result', tool_id: id, status: failed ? 'error' : 'success' };
}

/**
 * The output of a command is whole in the record beside the call, where the model got a part. That
 * of an MCP tool is what the model got (the structured content alone, where there is any), unless cut.
 */
function prefersResolved(
  call: AnsweredCall,
  answer: ToolOutput | undefined,
  resolved: ResolvedCall | undefined,
): boolean {
  if (resolved?.output === undefined) return false;
  return answer?.output === undefined || call.kind === 'command' || answer.truncated === true;
}
