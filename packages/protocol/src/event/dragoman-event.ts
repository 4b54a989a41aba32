import type { JsonObject } from '../json/parse-json.js';
import type { KnownFields } from './define-event.js';
import {
  executeRequestEvent,
  relaySessionEvent,
  snapshotRequestEvent,
  toolAnswerEvent,
  toolRequestEvent,
} from './relay-events.js';
import {
  artifactEvent,
  changesEvent,
  endEvent,
  pingEvent,
  rawEvent,
  sandboxEvent,
  snapshotEvent,
  stderrEvent,
  workspaceRiskEvent,
} from './runtime-events.js';
import { messageEvent, reasoningEvent } from './text-events.js';
import { toolOutputEvent, toolResultEvent, toolUseEvent } from './tool-events.js';
import { compactionEvent, errorEvent, initEvent, planEvent, turnEvent } from './turn-events.js';
import { usageEvent } from './usage-event.js';

/** The schema of every event, by its type, in the order of the reference page. */
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
  tool_answer: toolAnswerEvent,
  artifact: artifactEvent,
  snapshot: snapshotEvent,
  workspace_risk: workspaceRiskEvent,
  changes: changesEvent,
  ping: pingEvent,
  end: endEvent,
};

export type EventType = keyof typeof eventSchemas;

/** Each event type with its event. */
export type EventByType = {
  [Type in EventType]: KnownFields<(typeof eventSchemas)[Type]>;
};

/** One event of the language, discriminated by `type`. */
export type DragomanEvent = EventByType[EventType];

/** An event as the journal holds it: with its position and the time it was written. */
export type JournaledEvent = DragomanEvent & { seq: number; ts: string };

/** True for the name of an event this version of the language knows. */
export function isEventType(type: unknown): type is EventType {
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type);
}

/** True for an event that has been through the journal. */
export function isJournaled(event: DragomanEvent): event is JournaledEvent {
  return event.seq !== undefined && event.ts !== undefined;
}

/** An event of this language, or of a type that only its reader knows. */
export type LooseEvent = JsonObject & { type: string };
