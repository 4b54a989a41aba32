import type { KnownFields } from './define-event.js';
import { rawEvent, stderrEvent } from './diagnostic-events.js';
import { endEvent } from './end-event.js';
import { initEvent } from './init-event.js';
import { planEvent } from './plan-event.js';
import {
  executeRequestEvent,
  relaySessionEvent,
  snapshotRequestEvent,
  toolRequestEvent,
} from './relay-events.js';
import {
  artifactEvent,
  pingEvent,
  sandboxEvent,
  snapshotEvent,
  workspaceRiskEvent,
} from './runtime-events.js';
import { messageEvent, reasoningEvent } from './text-events.js';
import { toolOutputEvent, toolResultEvent, toolUseEvent } from './tool-events.js';
import { compactionEvent, errorEvent, turnEvent } from './turn-events.js';
import { usageEvent } from './usage-event.js';

/**
 * Every event of the language, by its type, in the order the reference page tells them. Got, not
 * held: where modules run only when they are needed, a schema is made when it is first asked for.
 */
export const eventSchemas = {
  get init() {
    return initEvent;
  },
  get message() {
    return messageEvent;
  },
  get reasoning() {
    return reasoningEvent;
  },
  get tool_use() {
    return toolUseEvent;
  },
  get tool_output() {
    return toolOutputEvent;
  },
  get tool_result() {
    return toolResultEvent;
  },
  get plan() {
    return planEvent;
  },
  get usage() {
    return usageEvent;
  },
  get turn() {
    return turnEvent;
  },
  get error() {
    return errorEvent;
  },
  get compaction() {
    return compactionEvent;
  },
  get stderr() {
    return stderrEvent;
  },
  get raw() {
    return rawEvent;
  },
  get sandbox() {
    return sandboxEvent;
  },
  get 'relay.session'() {
    return relaySessionEvent;
  },
  get snapshot_request() {
    return snapshotRequestEvent;
  },
  get execute_request() {
    return executeRequestEvent;
  },
  get tool_request() {
    return toolRequestEvent;
  },
  get artifact() {
    return artifactEvent;
  },
  get snapshot() {
    return snapshotEvent;
  },
  get workspace_risk() {
    return workspaceRiskEvent;
  },
  get ping() {
    return pingEvent;
  },
  get end() {
    return endEvent;
  },
};

export type EventType = keyof typeof eventSchemas;

/** Each event type with its event. */
export type EventByType = {
  [Type in EventType]: KnownFields<(typeof eventSchemas)[Type]>;
};

/** One event of the language. Told apart by `type`. */
export type DragomanEvent = EventByType[EventType];

/** An event as the journal holds it: with its place and the time it was written. */
export type JournaledEvent = DragomanEvent & { seq: number; ts: string };

/** True for the name of an event this version of the language knows. */
export function isEventType(type: unknown): type is EventType {
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type);
}

/** True for an event that has been through the journal. */
export function isJournaled(event: DragomanEvent): event is JournaledEvent {
  return event.seq !== undefined && event.ts !== undefined;
}
