import type {
  DragomanEvent,
  ExecuteRequestEvent,
  SnapshotRequestEvent,
  ToolRequestEvent,
} from '@dragoman/protocol';

/** A call of a tool of the caller, who executes it. The turn waits for the answer. */
export type CallerRequest = SnapshotRequestEvent | ExecuteRequestEvent | ToolRequestEvent;

export function isCallerRequest<Event extends DragomanEvent>(
  event: Event,
): event is Extract<Event, CallerRequest> {
  return (
    event.type === 'tool_request' ||
    event.type === 'snapshot_request' ||
    event.type === 'execute_request'
  );
}
