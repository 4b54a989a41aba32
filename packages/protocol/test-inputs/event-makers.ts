import type { MessageEvent, ToolResultEvent, ToolUseEvent } from '@dragoman/protocol';

/** The assistant says something. */
export function say(content: string, rest: Partial<MessageEvent> = {}): MessageEvent {
  return { type: 'message', role: 'assistant', content, ...rest };
}

/** A call of Bash whose command is its id. */
export function use(id: string, rest: Partial<ToolUseEvent> = {}): ToolUseEvent {
  return {
    type: 'tool_use',
    tool_id: id,
    tool_name: 'Bash',
    parameters: { command: id },
    kind: 'command',
    ...rest,
  };
}

/** The answer to a call. */
export function result(
  id: string,
  output?: string,
  rest: Partial<ToolResultEvent> = {},
): ToolResultEvent {
  return { type: 'tool_result', tool_id: id, status: 'success', output, ...rest };
}
