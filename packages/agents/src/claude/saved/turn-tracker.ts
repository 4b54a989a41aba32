import { type Failure, failureEvents } from '../../interpret/failure-events.js';
import type { CallRegistry } from '../content/call-registry.js';
import { type Emitter, emit } from '../content/emitter.js';
import type { MessageUsageCounter } from './message-usage.js';

/**
 * Where turns begin and end. A file marks neither: a turn begins where a person speaks, and has come
 * to its end when the model's last word was meant to be one.
 */
export interface TurnTracker {
  /** A person speaks. */
  begin(): void;
  /** The agent does something, of which the model says why it stopped there. */
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

  const start = (): void => {
    isOpen = true;
    isFinal = false;
    emit(emitter, { type: 'turn', status: 'started' });
  };

  const settle = (): void => {
    calls.endTurn();
    usage.settle();
  };

  const close = (): void => {
    settle();
    if (isOpen && isFinal) emit(emitter, { type: 'turn', status: 'completed' });
    isOpen = false;
  };

  return {
    begin() {
      close();
      start();
    },
    goOn(stopReason) {
      if (!isOpen) start();
      isFinal = stopReason !== undefined && FINAL.has(stopReason);
    },
    goOnAfterResult() {
      isFinal = false;
    },
    fail(failure) {
      if (!isOpen) start();
      settle();
      for (const event of failureEvents(failure)) emit(emitter, event);
      isOpen = false;
    },
    abort() {
      settle();
      emit(emitter, { type: 'turn', status: 'aborted', reason: 'interrupted' });
      isOpen = false;
    },
    close,
  };
}
