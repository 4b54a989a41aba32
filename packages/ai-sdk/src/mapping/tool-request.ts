import type {
  ExecuteRequestEvent,
  SnapshotRequestEvent,
  ToolRequestEvent,
} from '@dragoman/protocol';
import type { ModelPart } from './model-part.js';

export type RequestEvent = SnapshotRequestEvent | ExecuteRequestEvent | ToolRequestEvent;

/** A call of a tool of the caller, who executes it. */
export function requestPart(event: RequestEvent): ModelPart {
  const { toolName, input } = callOf(event);
  return { type: 'tool-call', toolCallId: event.requestId, toolName, input: JSON.stringify(input) };
}

function callOf(event: RequestEvent): { toolName: string; input: unknown } {
  switch (event.type) {
    case 'snapshot_request': {
      const { instruction, document } = event;
      return { toolName: 'getFormSnapshot', input: { instruction, document } };
    }
    case 'execute_request': {
      const { actions, fields } = event;
      return { toolName: 'executeFormActions', input: { actions, fields } };
    }
    case 'tool_request':
      return { toolName: event.tool_name, input: event.input ?? {} };
  }
}
