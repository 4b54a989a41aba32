import { type DragomanEvent, deriveId } from '@dragoman/protocol';
import { createEmittedCalls, type EmittedCalls } from '../../interpret/emitted-calls.js';
import type { Emitter, Slot } from '../../interpret/emitter.js';

/** What an interpreter of the live stream remembers. */
export interface LiveState {
  readonly version: string | undefined;
  readonly calls: EmittedCalls;
  /** The native names of the calls that have no result yet. */
  readonly names: Map<string, string>;
  sessionId: string;
  /** True from the first line of a turn to the one that ends it. */
  isOpen: boolean;
  /** What the turn has so far: nothing, calls that no words follow yet, or words. */
  stage: 'nothing' | 'calls' | 'words';
  /** The latest error, while it is open whether the turn ends with it. */
  error: { readonly message: string; readonly slot: Slot } | undefined;
  /** The id of the text that comes in pieces; undefined where the next piece begins another. */
  textId: string | undefined;
  /** How many texts have begun. */
  texts: number;
}

export function createLiveState(version: string | undefined): LiveState {
  return {
    version,
    calls: createEmittedCalls(),
    names: new Map(),
    sessionId: '',
    isOpen: false,
    stage: 'nothing',
    error: undefined,
    textId: undefined,
    texts: 0,
  };
}

/**
 * The id of the text that a piece belongs to. The stream has no ids of texts, and no end of a text.
 * The time sets apart the texts of the processes that a resumed session consists of.
 */
export function idOfText(state: LiveState, ts: string | undefined): string {
  if (state.textId === undefined) {
    state.texts += 1;
    state.textId = deriveId(state.sessionId, ts ?? '', state.texts);
  }
  return state.textId;
}

/** Keeps the slot of an error until it is known whether the turn ends with it. */
export function holdError(message: string, state: LiveState, emitter: Emitter): void {
  const event: DragomanEvent = { type: 'error', message, fatal: false };
  if (emitter.ts !== undefined) event.ts = emitter.ts;
  const slot = emitter.reserve(() => emitter.fill(slot, [event]));
  state.error = { message, slot };
}

/** Emits the error that was held back: the turn goes on after it. */
export function emitHeldError(state: LiveState, { decideAll }: Emitter): void {
  if (state.error === undefined) return;
  state.error = undefined;
  decideAll();
}

/** Drops the error that was held back, and gives its words: the turn ends with them. */
export function takeHeldError(state: LiveState, emitter: Emitter): string | undefined {
  const { error } = state;
  state.error = undefined;
  if (error !== undefined) emitter.fill(error.slot, []);
  return error?.message;
}
