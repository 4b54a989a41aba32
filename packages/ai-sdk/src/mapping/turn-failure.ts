import { DragomanError, type EndEvent } from '@dragoman/protocol';
import type { ModelPart } from './model-part.js';

/**
 * How the AI SDK knows its `NoOutputGeneratedError`, of whichever version. An `error` part with any
 * other error only changes the finish reason: the promises of `streamText` would resolve to whatever
 * had been said. With this one they reject, with that very error, and the stream still finishes.
 */
const NO_OUTPUT = Symbol.for('vercel.ai.error.AI_NoOutputGeneratedError');

/** A turn that didn't succeed, in the words of the agent if it had any. */
export class TurnFailure extends DragomanError {
  /** How the turn ended; absent where it only said that it failed. */
  readonly end: EndEvent | undefined;

  constructor(code: string, message: string, end?: EndEvent) {
    super(code, message);
    this.name = 'TurnFailure';
    this.end = end;
  }

  /** On the class, so that it isn't printed with every failure. */
  get [NO_OUTPUT](): true {
    return true;
  }
}

/** The failure that an end reports, if it does. A turn that was canceled hasn't failed. */
export function failureOf(end: EndEvent): TurnFailure | undefined {
  if (end.status === 'success' || end.status === 'canceled') return undefined;
  const words = end.reason ?? `The turn ended with the status ${end.status} and gave no reason.`;
  return new TurnFailure(end.code ?? `turn_${end.status}`, words, end);
}

export interface FailurePartsOptions {
  /** A failure is emitted when the turn has ended, with all that is known of it by then. */
  readonly isHeld: boolean;
  /** Takes what is known beside the one failure that is emitted. */
  readonly notice: (failure: TurnFailure) => void;
}

export interface FailureParts {
  /** The agent says that it failed. */
  fail(found: TurnFailure, parts: ModelPart[]): void;
  /** How the turn failed in the end, if it did. */
  end(found: TurnFailure | undefined): void;
  /** Nothing comes any more: emits the failure, unless that has been done. */
  emit(parts: ModelPart[]): void;
  readonly failure: TurnFailure | undefined;
}

/** A failure comes as an error, as the end of the agent's turn, and as our `end`. It is emitted once. */
export function createFailureParts({ isHeld, notice }: FailurePartsOptions): FailureParts {
  let failure: TurnFailure | undefined;
  let isEmitted = false;

  const emit = (parts: ModelPart[]): void => {
    if (failure === undefined || isEmitted) return;
    isEmitted = true;
    parts.push({ type: 'error', error: failure });
  };

  return {
    fail(found, parts) {
      if (failure !== undefined) {
        if (found.message !== failure.message) notice(found);
        return;
      }
      failure = found;
      if (!isHeld) emit(parts);
    },
    end(found) {
      const earlier = failure;
      failure = found;
      if (isEmitted && found !== undefined) notice(found);
      if (isEmitted || earlier === undefined) return;
      if (found?.message.includes(earlier.message) !== true) notice(earlier);
    },
    emit,
    get failure() {
      return failure;
    },
  };
}
