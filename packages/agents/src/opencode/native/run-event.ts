import type { NativeError } from './native-error.js';
import type { ReasoningPart, StepFinishPart, StepStartPart, TextPart, ToolPart } from './part.js';

interface RunEventBase {
  /** In milliseconds since 1970. */
  timestamp: number;
  sessionID: string;
}

export interface StepStartEvent extends RunEventBase {
  type: 'step_start';
  part: StepStartPart;
}

/** A text that is complete. */
export interface TextEvent extends RunEventBase {
  type: 'text';
  part: TextPart;
}

/** A thought that is complete; only with `--thinking`. */
export interface ReasoningEvent extends RunEventBase {
  type: 'reasoning';
  part: ReasoningPart;
}

/** A call that is over. Up to 1.2.6, one that failed isn't told. */
export interface ToolUseEvent extends RunEventBase {
  type: 'tool_use';
  part: ToolPart;
}

export interface StepFinishEvent extends RunEventBase {
  type: 'step_finish';
  part: StepFinishPart;
}

export interface ErrorEvent extends RunEventBase {
  type: 'error';
  error: NativeError;
}

/** A line that `opencode run --format json` prints. */
export type RunEvent =
  | StepStartEvent
  | TextEvent
  | ReasoningEvent
  | ToolUseEvent
  | StepFinishEvent
  | ErrorEvent;
