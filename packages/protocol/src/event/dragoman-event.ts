import { z } from 'zod';
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
import { artifactEvent, pingEvent, sandboxEvent, snapshotEvent } from './runtime-events.js';
import { messageEvent, reasoningEvent } from './text-events.js';
import { toolOutputEvent, toolResultEvent, toolUseEvent } from './tool-events.js';
import { compactionEvent, errorEvent, turnEvent } from './turn-events.js';
import { usageEvent } from './usage-event.js';

/** Every event of the language, by its type, in the order the reference page tells them. */
export const eventSchemas = {
  init: initEvent,
  message: messageEvent,
  reasoning: reasoningEvent,
  tool_use: toolUseEvent,
  tool_output: toolOutputEvent,
  tool_result: toolResultEvent,
  plan: planEvent,
  usage: usageEvent,
  turn: turnEvent,
  error: errorEvent,
  compaction: compactionEvent,
  stderr: stderrEvent,
  raw: rawEvent,
  sandbox: sandboxEvent,
  'relay.session': relaySessionEvent,
  snapshot_request: snapshotRequestEvent,
  execute_request: executeRequestEvent,
  tool_request: toolRequestEvent,
  artifact: artifactEvent,
  snapshot: snapshotEvent,
  ping: pingEvent,
  end: endEvent,
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

const { init, ...others } = eventSchemas;

/** The schema of any event, to build into other schemas. To check one event, use `parseEvent`. */
export const dragomanEvent = z.discriminatedUnion('type', [init, ...Object.values(others)]);

/** True for the name of an event this version of the language knows. */
export function isEventType(type: unknown): type is EventType {
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type);
}

/** True for an event that has been through the journal. */
export function isJournaled(event: DragomanEvent): event is JournaledEvent {
  return event.seq !== undefined && event.ts !== undefined;
}
