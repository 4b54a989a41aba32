import type { DragomanEvent } from '@dragoman/protocol';
import { stamped } from '../../interpret/stamped.js';

/** What has been told of a message. It is written down again whenever there is more to say of it. */
export interface EmittedMessage {
  /** Whether it says anything, and so is a message under its own id. */
  hasText: boolean;
  hasUsage: boolean;
  /** Its calls by their ids, and whether each has its answer. */
  calls: Map<string, boolean> | undefined;
}

/** Where the session stands after the records read so far, and the record that is being read. */
export interface SavedState {
  /** What is to be told of the record. */
  events: DragomanEvent[];
  /** The messages so far, by their ids. One that is dropped from the list later was said all the same. */
  readonly messages: Map<string, EmittedMessage>;
  sessionId: string | undefined;
  cwd: string | undefined;
  modelId: string | undefined;
  /** True in the file of a sub-agent, to whom no person speaks. */
  isSubAgent: boolean;
  /** True once a prompt has been told. */
  isAsked: boolean;
  /** The time of the record. */
  ts: string | undefined;
}

export function createSavedState(): SavedState {
  return {
    events: [],
    messages: new Map(),
    sessionId: undefined,
    cwd: undefined,
    modelId: undefined,
    isSubAgent: false,
    isAsked: false,
    ts: undefined,
  };
}

/** Tells an event at the time of the record. */
export function emit(state: SavedState, event: DragomanEvent): void {
  state.events.push(stamped(event, state.ts));
}

/** Takes note of a message at its first record; undefined when it is known already. */
export function noteNew(state: SavedState, id: string): EmittedMessage | undefined {
  if (state.messages.has(id)) return undefined;
  const told: EmittedMessage = { hasText: false, hasUsage: false, calls: undefined };
  state.messages.set(id, told);
  return told;
}

/** True for the first record of a message, which is noted then. */
export function isNews(state: SavedState, id: string): boolean {
  return noteNew(state, id) !== undefined;
}
