import type { DragomanEvent } from '@dragoman/protocol';
import { type Failure, failureEvents } from '../../interpret/failure-events.js';
import { stamped } from '../../interpret/stamped.js';
import { abortedError } from '../failure.js';
import { turnEnd } from '../turn-end.js';

/** Where the turns of a session begin and end. */
export interface TurnTracker {
  /** The user asks for something: the turn before is over. */
  begin(turnId: string | undefined, ts: string | undefined): DragomanEvent[];
  /** A model call begins to answer. */
  beginStep(): void;
  /** A model call has answered, and says why it ended. */
  endStep(reason: string, ts: string | undefined): void;
  /** A call of this step was refused. */
  refuse(): void;
  fail(failure: Failure, ts: string | undefined): DragomanEvent[];
  /** No more is known of the session. */
  close(): DragomanEvent[];
}

export function createTurnTracker(): TurnTracker {
  let turnId: string | undefined;
  let stopReason: string | undefined;
  let wasRefused = false;
  let hasEnded = true;
  let endedAt: string | undefined;

  const named = <Event extends DragomanEvent & { type: 'turn' }>(event: Event): Event => {
    if (turnId !== undefined) event.turn_id = turnId;
    return event;
  };

  const close = (): DragomanEvent[] => {
    if (hasEnded) return [];
    hasEnded = true;
    return turnEnd(stopReason, wasRefused).map((event) => stamped(named(event), endedAt));
  };

  return {
    begin(id, ts) {
      const before = close();
      turnId = id;
      stopReason = undefined;
      wasRefused = false;
      hasEnded = false;
      return [...before, stamped(named({ type: 'turn', status: 'started' }), ts)];
    },
    beginStep() {
      stopReason = undefined;
      wasRefused = false;
    },
    endStep(reason, ts) {
      stopReason = reason;
      endedAt = ts;
    },
    refuse() {
      wasRefused = true;
    },
    fail(failure, ts) {
      hasEnded = true;
      if (failure.type !== abortedError) return failureEvents(failure, turnId, ts);
      return [stamped(named({ type: 'turn', status: 'aborted', reason: 'interrupted' }), ts)];
    },
    close,
  };
}
