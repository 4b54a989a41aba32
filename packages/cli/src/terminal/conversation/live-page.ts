import {
  createReducer,
  type DragomanEvent,
  type InitEvent,
  type ToolResultBlock,
  type ToolUseBlock,
  type UnifiedMessage,
} from '@dragoman/protocol';
import { isTextPiece } from '@dragoman/protocol/internal';
import type { Line } from '../line.js';
import { callLines } from './call-lines.js';
import type { Look } from './look.js';
import { messageLines } from './message-lines.js';

/** An edit is shown as its changes, which come with its result. */
const SHOWN_WHEN_DONE: ReadonlySet<string> = new Set(['Edit', 'Write']);

/** A message that the last event changed or ended. */
interface LiveChange {
  readonly message: UnifiedMessage;
  readonly stage: MessageStage;
}

/** The part of a conversation that is needed to render what follows. */
export interface LivePage {
  /** What has been shown of each message, by its id. */
  readonly shown: Map<string, readonly Line[]>;
  push(event: DragomanEvent): void;
  /** The changes since the last call; `event` is the last one that was pushed. */
  changes(event: DragomanEvent): LiveChange[];
  /** The page for the next event: a new one when this one is full and nothing on it is open. */
  next(event: DragomanEvent): LivePage;
}

/** With more messages than this, a new page begins after a result: a turn may be long. */
const FULL = 200;
/** The limit for an agent that calls no tools. */
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

  /** The text that the last event is a piece of. Those before it are whole: several may be looked at together. */
  const textInProgress = (messages: readonly UnifiedMessage[], event: DragomanEvent) =>
    isTextPiece(event)
      ? messages.findLast((message) => !seen.has(message) && callOf(message) === undefined)
      : undefined;

  return {
    shown,
    push(event) {
      if (event.type === 'init') known = { ...known, ...event };
      reducer.push(event);
    },
    changes(event) {
      const { messages } = reducer.snapshot();
      const growing = textInProgress(messages, event);
      const changes = messages
        .filter((message) => !settled.has(message))
        .map((message): LiveChange => {
          const isOpen = message === growing || awaitsResult(message);
          return { message, stage: isOpen && !isStop(event) ? 'growing' : 'settled' };
        });
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

/** Whether nothing that is open is waited for: what breaks a turn off is shown behind it. */
function isStop(event: DragomanEvent): boolean {
  if (event.type === 'end') return true;
  return event.type === 'turn' && (event.status === 'aborted' || event.status === 'failed');
}

/** Whether a message may still change: a call without a result, a text in pieces. */
export type MessageStage = 'growing' | 'settled';

/** The lines of a message that are final: of a growing text those that can't change, of a running call the call. */
export function readyLines(message: UnifiedMessage, stage: MessageStage, look: Look): Line[] {
  if (stage === 'settled') return messageLines(message, look);
  const call = callOf(message);
  if (call === undefined) return messageLines(message, { ...look, isGrowing: true });
  return call.partial || SHOWN_WHEN_DONE.has(call.name) ? [] : callLines(call, look);
}

/** The call of a message that is one. */
export function callOf({ content }: UnifiedMessage): ToolUseBlock | undefined {
  return content.find((block) => block.type === 'tool_use');
}

/** Whether a message is a call, or the output of one, that has no result yet. */
function awaitsResult(message: UnifiedMessage): boolean {
  const { content } = message;
  const result = content.find((block): block is ToolResultBlock => block.type === 'tool_result');
  if (result !== undefined) return result.preliminary === true;
  const call = callOf(message);
  return call !== undefined && call.name !== 'TodoWrite';
}
