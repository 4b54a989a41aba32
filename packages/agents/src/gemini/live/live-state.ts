import { deriveId } from '@dragoman/protocol';
import { type CallRegister, createCallRegister } from '../../interpret/call-register.js';
import type { PlanCall } from '../../tools/common-call.js';

/** What is said of a turn that has nothing to show, by whatever it ends. */
export const noAnswer = 'The turn ended without an answer.';

/** Where the stream stands after the lines read so far, and the line that is being read. */
export interface LiveState {
  readonly version: string | undefined;
  readonly calls: CallRegister;
  /** Calls that are told by what they bring: those that set the plan. */
  readonly plans: Map<string, PlanCall>;
  /** The native names of the calls that have no answer yet. */
  readonly names: Map<string, string>;
  sessionId: string;
  /** True from the first line of a turn to the one that ends it. */
  isOpen: boolean;
  /** What the turn has come to: nothing, calls that nothing was said to yet, or words. */
  stage: 'nothing' | 'calls' | 'words';
  /** The words of the latest error; the end of the turn tells whether it was the end of it. */
  error: string | undefined;
  /** The id of the text that comes in pieces; undefined where the next piece begins another. */
  textId: string | undefined;
  /** How many texts have begun. */
  texts: number;
  /** The time of the line. */
  ts: string | undefined;
}

export function createLiveState(version: string | undefined): LiveState {
  return {
    version,
    calls: createCallRegister(),
    plans: new Map(),
    names: new Map(),
    sessionId: '',
    isOpen: false,
    stage: 'nothing',
    error: undefined,
    textId: undefined,
    texts: 0,
    ts: undefined,
  };
}

/** The id of the text that a piece belongs to. The stream gives none, and no end of a text either. */
export function idOfText(state: LiveState): string {
  if (state.textId === undefined) {
    state.texts += 1;
    state.textId = deriveId(state.sessionId, state.ts ?? '', state.texts);
  }
  return state.textId;
}
