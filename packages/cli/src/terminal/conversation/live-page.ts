import {
  createReducer,
  type DragomanEvent,
  type InitEvent,
  type MessageEvent,
  type ReasoningEvent,
  type UnifiedMessage,
} from '@dragoman/protocol';
import type { Line } from './line.js';
import { awaitsResult, callOf, type MessageStage } from './ready-lines.js';

/** A message that became another, or came to its end, by the last event. */
export interface LiveChange {
  readonly message: UnifiedMessage;
  readonly stage: MessageStage;
}

/** As much of a conversation as has to be remembered to go on with it. */
export interface LivePage {
  /** What has been shown of each message, by its id. */
  readonly shown: Map<string, readonly Line[]>;
  push(event: DragomanEvent): void;
  /** What is news since this was last asked; the event is the last that was pushed. */
  changes(event: DragomanEvent): LiveChange[];
  /** The page to go on with: a new one when this one is full and nothing on it is open. */
  next(event: DragomanEvent): LivePage;
}

/** With so many messages, what was said is forgotten after a result: a turn may be long. */
const FULL = 200;
/** An agent that only talks gives no results. */
const OVERFULL = 1000;

export function createLivePage(introduction: InitEvent = { type: 'init' }): LivePage {
  const reducer = createReducer();
  const shown = new Map<string, readonly Line[]>();
  const seen = new WeakSet<UnifiedMessage>();
  const settled = new WeakSet<UnifiedMessage>();
  let known = introduction;
  let count = 0;
  let open = 0;
  reducer.push(introduction);

  const stageOf = (message: UnifiedMessage, event: DragomanEvent): MessageStage => {
    if (event.type === 'end') return 'settled';
    const isWritten = isTextPiece(event) && !seen.has(message) && callOf(message) === undefined;
    return isWritten || awaitsResult(message) ? 'growing' : 'settled';
  };

  return {
    shown,
    push(event) {
      if (event.type === 'init') known = { ...known, ...event };
      reducer.push(event);
    },
    changes(event) {
      const { messages } = reducer.snapshot();
      const changes = messages
        .filter((message) => !settled.has(message))
        .map((message): LiveChange => ({ message, stage: stageOf(message, event) }));
      for (const { message, stage } of changes) {
        seen.add(message);
        if (stage === 'settled') settled.add(message);
      }
      count = messages.length;
      open = changes.filter(({ stage }) => stage === 'growing').length;
      return changes;
    },
    next(event) {
      const isFull = count > (event.type === 'tool_result' ? FULL : OVERFULL);
      return isFull && open === 0 ? createLivePage(known) : this;
    },
  };
}

/** Whether an event is the next piece of a text or a thought. */
export function isTextPiece(event: DragomanEvent): event is MessageEvent | ReasoningEvent {
  return (event.type === 'message' || event.type === 'reasoning') && event.delta === true;
}
