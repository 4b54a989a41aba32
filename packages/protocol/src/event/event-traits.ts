import type { EventByType, EventType } from './dragoman-event.js';

/** What a program has to know about a type of event to pass it on, show it or hold it back. */
export interface EventTraits {
  /**
   * Who writes it: an agent's interpreter, only the turn that runs the agent, or only a run, in its own
   * log.
   */
  readonly writer: 'agent' | 'turn' | 'run';
  /** Part of the conversation that a person follows. The others are about its surroundings. */
  readonly inConversation: boolean;
  /**
   * After it a piece without an id begins a new text: in the same chain (the agent or one sub-agent),
   * or everywhere. A `turn` does so unless its status is `started`.
   */
  readonly interruptsText: 'no' | 'in its chain' | 'everywhere';
  /** The turn concludes something from it: its session, its figures, its outcome. */
  readonly isEvidence: boolean;
  /** The agent waits for an answer of the caller. */
  readonly isRequest: boolean;
}

const base = {
  writer: 'agent',
  inConversation: true,
  interruptsText: 'no',
  isEvidence: false,
  isRequest: false,
} as const;
const surroundings = { ...base, inConversation: false } as const;
const ofTurn = { ...surroundings, writer: 'turn' } as const;
const ofRun = { ...surroundings, writer: 'run' } as const;
const request = { ...ofTurn, interruptsText: 'in its chain', isRequest: true } as const;
const activity = { ...base, interruptsText: 'in its chain' } as const;

/**
 * The one table that says what each type is for a program. A new type doesn't compile until it is
 * here, and whoever decides by type reads it here.
 */
export const eventTraits = {
  init: { ...base, isEvidence: true },
  message: activity,
  reasoning: activity,
  tool_use: activity,
  tool_output: base,
  tool_result: base,
  plan: activity,
  usage: { ...surroundings, isEvidence: true },
  turn: { ...base, interruptsText: 'everywhere', isEvidence: true },
  error: { ...base, isEvidence: true },
  compaction: activity,
  stderr: { ...surroundings, isEvidence: true },
  raw: surroundings,
  sandbox: ofTurn,
  'relay.session': ofTurn,
  snapshot_request: request,
  execute_request: request,
  tool_request: request,
  tool_answer: ofTurn,
  artifact: ofTurn,
  snapshot: surroundings,
  workspace_risk: ofTurn,
  changes: ofTurn,
  ping: surroundings,
  end: { ...base, writer: 'turn', interruptsText: 'everywhere' },
  'run.started': ofRun,
  'run.resumed': ofRun,
  'run.interrupted': ofRun,
  'run.completed': ofRun,
  'strategy.started': ofRun,
  'strategy.rand': ofRun,
  'strategy.now': ofRun,
  'strategy.sleep': ofRun,
  'strategy.woke': ofRun,
  'strategy.note': ofRun,
  'strategy.selected': ofRun,
  'strategy.completed': ofRun,
  'task.scheduled': ofRun,
  'task.started': ofRun,
  'task.turn': ofRun,
  'task.session': ofRun,
  'task.progress': ofRun,
  'task.waiting': ofRun,
  'task.retrying': ofRun,
  'task.importing': ofRun,
  'task.interrupted': ofRun,
  'task.completed': ofRun,
  'task.failed': ofRun,
  'task.canceled': ofRun,
} as const satisfies Record<EventType, EventTraits>;

type TypesWith<Trait extends keyof EventTraits, Value> = {
  [Type in EventType]: (typeof eventTraits)[Type][Trait] extends Value ? Type : never;
}[EventType];

/** An event that is part of the conversation. */
export type ConversationEvent = EventByType[TypesWith<'inConversation', true>];

/** A call of one of the caller's tools. The turn waits for the answer. */
export type RequestEvent = EventByType[TypesWith<'isRequest', true>];

/** The types that the log of a run has. */
export type RunEventType = TypesWith<'writer', 'run'>;

/** The types that the journal of a turn may have. */
export type TurnEventType = Exclude<EventType, RunEventType>;

/** What happened in a run: to the run itself, to its strategies, to their tasks. */
export type RunEvent = EventByType[RunEventType];

/** The traits of a type; none for a type that this version doesn't know. */
export function traitsOf(type: string): EventTraits | undefined {
  return isKnown(type) ? eventTraits[type] : undefined;
}

export function isConversationEvent<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, ConversationEvent> {
  return traitsOf(event.type)?.inConversation === true;
}

export function isRequestEvent<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, RequestEvent> {
  return traitsOf(event.type)?.isRequest === true;
}

export function isRunEvent<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, RunEvent> {
  return traitsOf(event.type)?.writer === 'run';
}

/** The last word about a task. Each task of a run has exactly one. */
export type TaskEndEvent = EventByType['task.completed' | 'task.failed' | 'task.canceled'];

const TASK_ENDS: ReadonlySet<string> = new Set<TaskEndEvent['type']>([
  'task.completed',
  'task.failed',
  'task.canceled',
]);

/** Whether an event ends a task. `task.interrupted` doesn't: such a task goes on. */
export function isTaskEnd<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, TaskEndEvent> {
  return TASK_ENDS.has(event.type);
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(eventTraits, type);
}
