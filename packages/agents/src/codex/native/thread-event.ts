import type { ThreadItem } from './thread-item.js';
import type { TokenUsage } from './token-usage.js';

/** A line of `codex exec --json` from 0.44 on. */
export type ThreadEvent =
  | ThreadStartedEvent
  | TurnStartedEvent
  | TurnCompletedEvent
  | TurnFailedEvent
  | ItemStartedEvent
  | ItemUpdatedEvent
  | ItemCompletedEvent
  | ErrorEvent;

/** Always the first line. A resumed thread has its old id. */
export interface ThreadStartedEvent {
  type: 'thread.started';
  thread_id: string;
}

export interface TurnStartedEvent {
  type: 'turn.started';
}

/** The last line of a good run. */
export interface TurnCompletedEvent {
  type: 'turn.completed';
  /** Of this process up to 0.72, of the whole thread from 0.80 on. */
  usage: TokenUsage;
}

export interface TurnFailedEvent {
  type: 'turn.failed';
  error: { message: string };
}

export interface ItemStartedEvent {
  type: 'item.started';
  item: ThreadItem;
}

export interface ItemUpdatedEvent {
  type: 'item.updated';
  item: ThreadItem;
}

export interface ItemCompletedEvent {
  type: 'item.completed';
  item: ThreadItem;
}

/** A notice that Codex tries again, or the words of the failure that `turn.failed` then reports. */
export interface ErrorEvent {
  type: 'error';
  message: string;
}
