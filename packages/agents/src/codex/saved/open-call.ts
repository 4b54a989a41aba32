import type { DragomanEvent, ToolUseEvent } from '@dragoman/protocol';
import type { Place } from '../../interpret/event-queue.js';
import { numberAt } from '../../interpret/json-fields.js';
import { stamped } from '../../interpret/stamped.js';
import { type CommonCall, isPlanCall, type PlanCall } from '../../tools/common-call.js';
import { type NativeCall, readCall } from '../tools.js';
import type { AnsweredCall } from './call-result.js';
import type { ResolvedCall } from './resolved-call.js';
import { isScript, onlyCallOf } from './script.js';

/** A call that awaits its answer. */
export interface OpenCall extends AnsweredCall {
  readonly name: string;
  readonly common: CommonCall | PlanCall;
  readonly ts: string | undefined;
  /** True for a script, which is told only where nothing tells of the calls it makes. */
  readonly isScript: boolean;
  /** Of `write_stdin`: the command it writes to. */
  readonly session: number | undefined;
  /** The place of a call that is told once its answer is known: one that sets the plan, or a script. */
  place: Place | undefined;
  finding: ResolvedCall | undefined;
  /** Of a command that goes on in the background: what it has printed so far. */
  printed: string | undefined;
  runsAs: number | undefined;
}

export function createOpenCall(
  id: string,
  native: NativeCall,
  cwd: string | undefined,
  ts: string | undefined,
): OpenCall {
  const script = isScript(native);
  const told = script ? (onlyCallOf(native.input) ?? native) : native;
  const { common, changes } = readCall(told, { cwd });
  const isPlan = isPlanCall(common);
  return {
    id,
    name: told.name,
    common,
    ts,
    kind: isPlan ? 'plan' : common.kind,
    changes,
    isScript: script,
    session:
      told.name === 'write_stdin' && !isPlan
        ? numberAt(common.parameters, 'session_id')
        : undefined,
    place: undefined,
    finding: undefined,
    printed: undefined,
    runsAs: undefined,
  };
}

/** The call as it is told when nothing speaks against it: as a plan, if it sets one. */
export function callEvent({ id, common, ts }: OpenCall): DragomanEvent {
  if (!isPlanCall(common)) return stamped(useOf(id, common), ts);
  const items = common.plan.map(({ text, status }) => ({ text, status }));
  return stamped({ type: 'plan', items }, ts);
}

/** A call that sets the plan as the call it is, since it was refused. */
export function refusedEvent({ id, common, ts }: OpenCall): DragomanEvent {
  return stamped(useOf(id, isPlanCall(common) ? common.call : common), ts);
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
