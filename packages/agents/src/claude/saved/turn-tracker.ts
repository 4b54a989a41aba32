import type { Emitter } from '../../interpret/emitter.js';
import { type Failure, failureEvents, setbackEvent } from '../../interpret/events.js';
import type { CallRegistry } from '../content/call-registry.js';
import type { MessageUsageCounter } from './message-usage.js';

/**
 * Where turns begin and end. A file marks neither: a turn begins where a person speaks, and has come
 * to its end when the model's last word was meant to be one.
 */
export interface TurnTracker {
  /** A person speaks. */
  begin(): void;
  /** The agent says or does something; the stop reason is the model's. */
  goOn(stopReason: string | undefined): void;
  /** A result has come, so the model has the next word. */
  goOnAfterResult(): void;
  fail(failure: Failure): void;
  abort(): void;
  /** The file is over. */
  close(): void;
}

/** Why a model stops that has no more to say. */
const FINAL = new Set([
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'refusal',
  'model_context_window_exceeded',
]);

export function createTurnTracker(
  emitter: Emitter,
  calls: CallRegistry,
  usage: MessageUsageCounter,
): TurnTracker {
  let isOpen = false;
  let isFinal = false;
  /** What ends the turn, unless the model is asked again: for a reply that was too long or broke off. */
  let failure: Failure | undefined;

  const start = (): void => {
    isOpen = true;
    isFinal = false;
    emitter.emit({ type: 'turn', status: 'started' });
  };

  const settle = (): void => {
    calls.endTurn();
    usage.settle();
  };

  const recover = (): void => {
    if (failure !== undefined) emitter.emit(setbackEvent(failure));
    failure = undefined;
  };

  const close = (): void => {
    settle();
    if (failure !== undefined) for (const event of failureEvents(failure)) emitter.emit(event);
    else if (isOpen && isFinal) emitter.emit({ type: 'turn', status: 'completed' });
    failure = undefined;
    isOpen = false;
  };

  return {
    begin() {
      close();
      start();
    },
    goOn(stopReason) {
      if (!isOpen) start();
      recover();
      isFinal = stopReason !== undefined && FINAL.has(stopReason);
    },
    goOnAfterResult() {
      isFinal = false;
    },
    fail(reason) {
      if (!isOpen) start();
      recover();
      failure = reason;
    },
    abort() {
      settle();
      recover();
      emitter.emit({ type: 'turn', status: 'aborted', reason: 'interrupted' });
      isOpen = false;
    },
    close,
  };
}
