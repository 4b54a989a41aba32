import { type AgentListener, type CallBook, createCallBook } from './call-book.js';
import { createTelling, type Telling } from './telling.js';

/** How far the latest message of the agent, or of one of its sub-agents, has been told. */
interface ChainPosition {
  messageId: string | undefined;
  /** How many of its blocks were told. */
  blocks: number;
}

/** What both views keep in mind while they tell of a conversation, and the message they are at. */
export interface Conversation {
  readonly telling: Telling;
  readonly calls: CallBook;
  readonly positions: Map<string | undefined, ChainPosition>;
  /** The model of the session, as it was last told. */
  modelId: string | undefined;
  /** The message whose blocks are being read. */
  message: MessageAtHand;
  /** What the record says of a result beside the result itself. */
  richResult: unknown;
}

export interface MessageAtHand {
  readonly id: string | undefined;
  /** The id of the record, for a message that has none. */
  readonly recordId: string | undefined;
  readonly model: string | undefined;
  readonly stopReason: string | undefined;
}

const NO_MESSAGE: MessageAtHand = {
  id: undefined,
  recordId: undefined,
  model: undefined,
  stopReason: undefined,
};

export function createConversation(agents?: AgentListener): Conversation {
  const telling = createTelling();
  return {
    telling,
    calls: createCallBook(telling, agents),
    positions: new Map(),
    modelId: undefined,
    message: NO_MESSAGE,
    richResult: undefined,
  };
}

/**
 * The id of the next block of a message. Each line holds one block, and in a stream of pieces a block
 * is named before its line comes, so blocks are counted instead of named by the line.
 */
export function nextBlockId(conversation: Conversation): string | undefined {
  const { positions, telling, message } = conversation;
  const id = message.id ?? message.recordId;
  if (id === undefined) return undefined;
  let position = positions.get(telling.parentId);
  if (position === undefined) {
    position = { messageId: id, blocks: 0 };
    positions.set(telling.parentId, position);
  } else if (position.messageId !== id) {
    position.messageId = id;
    position.blocks = 0;
  }
  const index = position.blocks;
  position.blocks += 1;
  return blockId(id, index);
}

/** Says at which block of a message a chain is, where a stream tells. */
export function placeAt(conversation: Conversation, messageId: string, index: number): void {
  conversation.positions.set(conversation.telling.parentId, { messageId, blocks: index });
}

export function blockId(messageId: string, index: number): string {
  return `${messageId}:${index}`;
}
