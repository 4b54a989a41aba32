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
  runCompletedEvent,
  runInterruptedEvent,
  runResumedEvent,
  runStartedEvent,
  strategyCompletedEvent,
  strategyNoteEvent,
  strategyNowEvent,
  strategyRandEvent,
  strategySelectedEvent,
  strategySleepEvent,
  strategyStartedEvent,
  strategyWokeEvent,
} from './run-events.js';
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
import {
  taskCanceledEvent,
  taskCompletedEvent,
  taskFailedEvent,
  taskImportingEvent,
  taskInterruptedEvent,
  taskProgressEvent,
  taskRetryingEvent,
  taskScheduledEvent,
  taskSessionEvent,
  taskStartedEvent,
  taskTurnEvent,
  taskWaitingEvent,
} from './task-events.js';
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
  'run.started': runStartedEvent,
  'run.resumed': runResumedEvent,
  'run.interrupted': runInterruptedEvent,
  'run.completed': runCompletedEvent,
  'strategy.started': strategyStartedEvent,
  'strategy.rand': strategyRandEvent,
  'strategy.now': strategyNowEvent,
  'strategy.sleep': strategySleepEvent,
  'strategy.woke': strategyWokeEvent,
  'strategy.note': strategyNoteEvent,
  'strategy.selected': strategySelectedEvent,
  'strategy.completed': strategyCompletedEvent,
  'task.scheduled': taskScheduledEvent,
  'task.started': taskStartedEvent,
  'task.turn': taskTurnEvent,
  'task.session': taskSessionEvent,
  'task.progress': taskProgressEvent,
  'task.waiting': taskWaitingEvent,
  'task.retrying': taskRetryingEvent,
  'task.importing': taskImportingEvent,
  'task.interrupted': taskInterruptedEvent,
  'task.completed': taskCompletedEvent,
  'task.failed': taskFailedEvent,
  'task.canceled': taskCanceledEvent,
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
