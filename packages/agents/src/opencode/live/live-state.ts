import type { LiveOptions } from '../../interpret/agent-interpreter.js';
import type { Failure } from '../../interpret/failure-events.js';
import { createEmittedTexts, type EmittedTexts } from './emitted-texts.js';

/** What an interpreter of the live stream remembers. One stream is one turn. */
export interface LiveState {
  readonly options: LiveOptions;
  readonly texts: EmittedTexts;
  /** Whether anything has been told. */
  hasBegun: boolean;
  sessionId: string | undefined;
  /** When the record at hand was printed. */
  ts: string | undefined;
  /** The last step's own word for why it ended; undefined while a step is under way. */
  stopReason: string | undefined;
  /** What OpenCode may still recover from. */
  setback: Failure | undefined;
  hasFailed: boolean;
  /** Whether a call of the last step was refused. */
  wasRefused: boolean;
}

export function createLiveState(options: LiveOptions): LiveState {
  return {
    options,
    texts: createEmittedTexts(),
    hasBegun: false,
    sessionId: undefined,
    ts: undefined,
    stopReason: undefined,
    setback: undefined,
    hasFailed: false,
    wasRefused: false,
  };
}
