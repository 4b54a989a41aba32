import { DragomanError, type EndEvent } from '@dragoman/protocol';

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

/** The failure that an end tells of, if it does. A turn that was canceled hasn't failed. */
export function failureOf(end: EndEvent): TurnFailure | undefined {
  if (end.status === 'success' || end.status === 'canceled') return undefined;
  const words = end.reason ?? `The turn ended with the status ${end.status} and gave no reason.`;
  return new TurnFailure(end.code ?? `turn_${end.status}`, words, end);
}
