import type { ToolOutputEvent, ToolResultEvent, ToolUseEvent } from '../event/tool-events.js';
import type { ToolEvent } from './caller-calls.js';
import type { PartMetadata, PartSink } from './turn-part.js';

/** So much of what a running tool has printed is shown: each preliminary result replaces the last. */
const SHOWN_OUTPUT = 8 * 1024;
/** The name of a call that no event names. */
export const unknownTool = 'tool';

interface OpenCall {
  readonly callId: string;
  readonly parent: string | undefined;
  /** The latest view of the call, where it has not been passed on yet. */
  waiting: ToolUseEvent | undefined;
  name: string;
  printed: string;
}

export interface ToolParts {
  push(event: ToolEvent, parts: PartSink): void;
  /** The turn is over: a call that has no answer gets none any more. */
  closeAll(parts: PartSink): void;
}

/**
 * The agent's own tools as calls that the provider has executed. A call is emitted once, when its
 * input is complete; the SDK wants every id once and every call answered.
 */
export function createToolParts(): ToolParts {
  const calls = new Map<string, OpenCall>();
  const ids = createCallIds();

  const callOf = (event: ToolEvent): OpenCall => {
    const key = keyOf(event);
    const known = calls.get(key);
    if (known !== undefined) return known;
    const call: OpenCall = {
      callId: ids.take(event.tool_id),
      parent: event.parent_tool_id,
      waiting: event.type === 'tool_use' ? event : unknownCall(event),
      name: event.type === 'tool_use' ? event.tool_name : unknownTool,
      printed: '',
    };
    calls.set(key, call);
    return call;
  };
  const emit = (call: OpenCall, parts: PartSink): void => {
    const { waiting, callId } = call;
    if (waiting === undefined) return;
    call.waiting = undefined;
    call.name = waiting.tool_name;
    parts.push({
      type: 'tool-call',
      toolCallId: callId,
      toolName: waiting.tool_name,
      input: JSON.stringify(waiting.parameters),
      providerExecuted: true,
      dynamic: true,
      providerMetadata: callMetadata(waiting),
    });
  };
  const answer = (
    { callId, name, parent }: OpenCall,
    event: Omit<ToolResultEvent, 'type' | 'tool_id'>,
    parts: PartSink,
  ): void => {
    parts.push({
      type: 'tool-result',
      toolCallId: callId,
      toolName: name,
      result: toolResultValue(event),
      ...(event.status === 'error' && { isError: true }),
      dynamic: true,
      ...(parent !== undefined && {
        providerMetadata: { dragoman: { parentToolCallId: parent } },
      }),
    });
  };

  const use = (call: OpenCall, event: ToolUseEvent, parts: PartSink): void => {
    if (call.waiting !== undefined) call.waiting = event;
    if (event.partial !== true) emit(call, parts);
  };
  const output = (call: OpenCall, event: ToolOutputEvent, parts: PartSink): void => {
    emit(call, parts);
    call.printed = (call.printed + event.content).slice(-SHOWN_OUTPUT);
    parts.push({
      type: 'tool-result',
      toolCallId: call.callId,
      toolName: call.name,
      result: { output: call.printed },
      preliminary: true,
      dynamic: true,
    });
  };
  const result = (call: OpenCall, event: ToolResultEvent, parts: PartSink): void => {
    emit(call, parts);
    answer(call, event, parts);
    calls.delete(keyOf(event));
  };

  return {
    push(event, parts) {
      const call = callOf(event);
      if (event.type === 'tool_use') use(call, event, parts);
      else if (event.type === 'tool_output') output(call, event, parts);
      else result(call, event, parts);
    },
    closeAll(parts) {
      for (const call of calls.values()) {
        emit(call, parts);
        const output = call.printed === '' ? {} : { output: call.printed };
        const error = { type: 'unanswered', message: 'The turn ended before the tool answered.' };
        answer(call, { status: 'error', ...output, error }, parts);
      }
      calls.clear();
    },
  };
}

/** Each sub-agent counts its calls. */
function keyOf({ parent_tool_id: parent = '', tool_id: id }: ToolEvent): string {
  return `${parent}\n${id}`;
}

/** The call of a result that has none: the SDK knows no results without calls. */
function unknownCall({ tool_id, parent_tool_id }: ToolEvent): ToolUseEvent {
  return {
    type: 'tool_use',
    tool_id,
    tool_name: unknownTool,
    parameters: {},
    kind: 'other',
    ...(parent_tool_id !== undefined && { parent_tool_id }),
  };
}

function callMetadata({ kind, native_name, parent_tool_id }: ToolUseEvent): PartMetadata {
  return {
    dragoman: {
      kind,
      ...(native_name !== undefined && { nativeName: native_name }),
      ...(parent_tool_id !== undefined && { parentToolCallId: parent_tool_id }),
    },
  };
}

/** What a tool of the agent gave back, as the `output` of a tool part in a UI has it. */
export type AgentToolResult = {
  /** What it printed or said; a list where there are images in it. */
  output?: ToolResultEvent['output'];
  exitCode?: number;
  error?: { message: string; type?: string | undefined };
  /** The files that it changed. */
  changes?: ToolResultEvent['changes'];
  durationMs?: number;
  /** The agent has cut the output. */
  truncated?: boolean;
};

export function toolResultValue(event: Omit<ToolResultEvent, 'type' | 'tool_id'>): AgentToolResult {
  const { output, exit_code, error, changes, duration_ms, truncated } = event;
  return {
    ...(output !== undefined && { output }),
    ...(exit_code !== undefined && { exitCode: exit_code }),
    ...(error !== undefined && { error }),
    ...(changes !== undefined && { changes }),
    ...(duration_ms !== undefined && { durationMs: duration_ms }),
    ...(truncated !== undefined && { truncated }),
  };
}

/** So many ids are remembered; an agent that uses one again does so soon. */
const MOST_REMEMBERED = 10_000;

/** Gives every call a unique id: the agent's, wherever that is free. */
export interface CallIds {
  take(id: string): string;
}

export function createCallIds(): CallIds {
  const used = new Map<string, number>();
  return {
    take(id) {
      const times = (used.get(id) ?? 0) + 1;
      used.delete(id);
      used.set(id, times);
      const [oldest] = used.keys();
      if (used.size > MOST_REMEMBERED && oldest !== undefined) used.delete(oldest);
      return times === 1 ? id : `${id}#${times}`;
    },
  };
}
