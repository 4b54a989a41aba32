import { DragomanError, type EndEvent } from '@dragoman/protocol';

/** A turn that didn't succeed, in the words of the agent if it had any. */
export class TurnFailure extends DragomanError {
  /** How the turn ended; absent where it only said that it failed. */
  readonly end: EndEvent | undefined;

  constructor(code: string, message: string, end?: EndEvent) {
    super(code, message);
    this.name = 'TurnFailure';
    this.end = end;
  }
}

/** The failure that an end tells of, if it does. A turn that was canceled hasn't failed. */
export function failureOf(end: EndEvent): TurnFailure | undefined {
  if (end.status === 'success' || end.status === 'canceled') return undefined;
  const words = end.reason ?? `The turn ended with the status ${end.status} and gave no reason.`;
  return new TurnFailure(end.code ?? `turn_${end.status}`, words, end);
}
