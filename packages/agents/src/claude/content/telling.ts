import type {
  DragomanEvent,
  MessageEvent,
  ReasoningEvent,
  ToolResultEvent,
  ToolUseEvent,
  UsageEvent,
} from '@dragoman/protocol';

/** What belongs to the agent, or to one of its sub-agents. */
type ChainEvent = MessageEvent | ReasoningEvent | ToolUseEvent | ToolResultEvent | UsageEvent;

/** What is told of the records so far, and of which record it is told now. */
export interface Telling {
  events: DragomanEvent[];
  /** The call that started the sub-agent of which the record is; undefined for the agent itself. */
  parentId: string | undefined;
  /** When the record was written, where it says so. */
  ts: string | undefined;
}

const NOTHING: readonly DragomanEvent[] = [];

export function createTelling(): Telling {
  return { events: [], parentId: undefined, ts: undefined };
}

/** Tells of what concerns the session as a whole. */
export function tell(telling: Telling, event: DragomanEvent): void {
  if (telling.ts !== undefined) event.ts = telling.ts;
  telling.events.push(event);
}

/** Tells of what whoever the record is of said or did. */
export function tellOf(telling: Telling, event: ChainEvent): void {
  if (telling.parentId !== undefined) event.parent_tool_id = telling.parentId;
  tell(telling, event);
}

/** What has been told since it was last asked. */
export function takeTold(telling: Telling): readonly DragomanEvent[] {
  if (telling.events.length === 0) return NOTHING;
  const { events } = telling;
  telling.events = [];
  return events;
}
