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

/** How the CLI says that a reply reached its limit. */
const TOO_LONG = /exceeded the \d+ output token maximum/;

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
  /** That a reply is longer than it may be. Some versions ask the model to go on. */
  let tooLong: Failure | undefined;

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
    if (tooLong !== undefined) emitter.emit(setbackEvent(tooLong));
    tooLong = undefined;
  };

  const giveUp = (failure: Failure): void => {
    for (const event of failureEvents(failure)) emitter.emit(event);
    isOpen = false;
  };

  const close = (): void => {
    settle();
    if (tooLong !== undefined) giveUp(tooLong);
    tooLong = undefined;
    if (isOpen && isFinal) emitter.emit({ type: 'turn', status: 'completed' });
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
    fail(failure) {
      if (!isOpen) start();
      settle();
      if (TOO_LONG.test(failure.message)) tooLong = failure;
      else giveUp(failure);
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
