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
export interface Emitter {
  events: DragomanEvent[];
  /** The call that started the sub-agent of which the record is; undefined for the agent itself. */
  parentId: string | undefined;
  /** When the record was written, where it says so. */
  ts: string | undefined;
}

const NOTHING: readonly DragomanEvent[] = [];

export function createEmitter(): Emitter {
  return { events: [], parentId: undefined, ts: undefined };
}

/** Tells of what concerns the session as a whole. */
export function emit(emitter: Emitter, event: DragomanEvent): void {
  if (emitter.ts !== undefined) event.ts = emitter.ts;
  emitter.events.push(event);
}

/** Tells of what whoever the record is of said or did. */
export function emitOf(emitter: Emitter, event: ChainEvent): void {
  if (emitter.parentId !== undefined) event.parent_tool_id = emitter.parentId;
  emit(emitter, event);
}

/** What has been told since it was last asked. */
export function takeEmitted(emitter: Emitter): readonly DragomanEvent[] {
  if (emitter.events.length === 0) return NOTHING;
  const { events } = emitter;
  emitter.events = [];
  return events;
}
