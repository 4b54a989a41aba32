import type {
  MessageEvent,
  ReasoningEvent,
  ToolResultEvent,
  ToolUseEvent,
  UsageEvent,
} from '@dragoman/protocol';
import type { Emitter } from '../../interpret/emitter.js';
import { type BlockIds, createBlockIds } from './block-ids.js';
import { type AgentListener, type CallRegistry, createCallRegistry } from './call-registry.js';
import type { UserContent } from './user-message.js';

export type TextEvent = MessageEvent | ReasoningEvent;

/** The agent, or the sub-agent whose record is being read. */
export interface Chain {
  readonly emitter: Emitter;
  /** The call that started the sub-agent; undefined for the agent. */
  parentId: string | undefined;
}

/** What both views keep while they read a conversation, and the record they are at. */
export interface Conversation {
  readonly chain: Chain;
  readonly calls: CallRegistry;
  readonly blockIds: BlockIds;
  /** Emits a whole text or thought. */
  readonly emitText: (text: TextEvent) => void;
  /** The model of the session. */
  modelId: string | undefined;
  /** The message of the agent whose blocks are being read. */
  readonly message: MessageAtHand;
  /** What the message of the user that is being read says. */
  said: UserContent;
  /** What the record says about a result beside its content. */
  richResult: unknown;
}

interface MessageAtHand {
  /** That of the message, or of its record. */
  id: string | undefined;
  model: string | undefined;
  stopReason: string | undefined;
  /** The id of the first event that its record became. */
  emittedAs: string | undefined;
}

export interface ConversationOptions {
  /** Who hears of calls that start sub-agents. */
  readonly agents?: AgentListener;
  /** Absent: texts never come in pieces. */
  readonly emitText?: (text: TextEvent) => void;
}

export function createConversation(
  emitter: Emitter,
  { agents, emitText = emitter.emit }: ConversationOptions = {},
): Conversation {
  const chain: Chain = { emitter, parentId: undefined };
  return {
    chain,
    calls: createCallRegistry(chain, agents),
    blockIds: createBlockIds(),
    emitText,
    modelId: undefined,
    message: { id: undefined, model: undefined, stopReason: undefined, emittedAs: undefined },
    said: { texts: [], images: [] },
    richResult: undefined,
  };
}

/** Emits what the agent or sub-agent of the record said or did. */
export function emitOf(
  chain: Chain,
  event: TextEvent | ToolUseEvent | ToolResultEvent | UsageEvent,
): void {
  if (chain.parentId !== undefined) event.parent_tool_id = chain.parentId;
  chain.emitter.emit(event);
}

/** The id of the next block of the message at hand. */
export function nextBlockId(
  { blockIds, message: { id } }: Conversation,
  type: string,
): string | undefined {
  return id === undefined ? undefined : blockIds.next(id, type);
}
