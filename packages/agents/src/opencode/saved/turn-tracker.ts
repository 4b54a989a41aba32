import type { TurnEvent } from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { type Failure, failureEvents, timed } from '../../interpret/events.js';
import { abortedError, turnEnd } from '../turn-end.js';

/** Emits where the turns of a session begin and end. */
export interface TurnTracker {
  /** The user asks for something: the turn before is over. */
  begin(turnId: string | undefined): void;
  /** A model call begins to answer. */
  beginStep(): void;
  /** A model call has answered, and says why it ended. */
  endStep(reason: string, ts: string | undefined): void;
  /** A call of this step was refused. */
  refuse(): void;
  fail(failure: Failure, ts: string | undefined): void;
  /** The session has no more records. */
  close(): void;
}

export function createTurnTracker(emitter: Emitter): TurnTracker {
  let turnId: string | undefined;
  let stopReason: string | undefined;
  let wasRefused = false;
  let hasEnded = true;
  let endedAt: string | undefined;

  const emitTurn = (event: TurnEvent, ts?: string | undefined): void => {
    if (turnId !== undefined) event.turn_id = turnId;
    emitter.emit(timed(event, ts));
  };

  const close = (): void => {
    const end = hasEnded ? undefined : turnEnd(stopReason, wasRefused);
    hasEnded = true;
    if (end !== undefined) emitTurn(end, endedAt);
  };

  return {
    begin(id) {
      close();
      turnId = id;
      stopReason = undefined;
      wasRefused = false;
      hasEnded = false;
      emitTurn({ type: 'turn', status: 'started' });
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
      if (failure.type === abortedError) {
        emitTurn({ type: 'turn', status: 'aborted', reason: 'interrupted' }, ts);
      } else {
        for (const event of failureEvents(failure, turnId)) emitter.emit(timed(event, ts));
      }
    },
    close,
  };
}
