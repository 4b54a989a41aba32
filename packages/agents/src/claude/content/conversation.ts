import { type AgentListener, type CallRegistry, createCallRegistry } from './call-registry.js';
import { createEmitter, type Emitter } from './emitter.js';

/** How far the latest message of the agent, or of one of its sub-agents, has been told. */
interface ChainPosition {
  messageId: string | undefined;
  /** How many of its blocks were told. */
  blocks: number;
}

/** What both views keep in mind while they tell of a conversation, and the message they are at. */
export interface Conversation {
  readonly emitter: Emitter;
  readonly calls: CallRegistry;
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
  const emitter = createEmitter();
  return {
    emitter,
    calls: createCallRegistry(emitter, agents),
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
  const { positions, emitter, message } = conversation;
  const id = message.id ?? message.recordId;
  if (id === undefined) return undefined;
  let position = positions.get(emitter.parentId);
  if (position === undefined) {
    position = { messageId: id, blocks: 0 };
    positions.set(emitter.parentId, position);
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
  conversation.positions.set(conversation.emitter.parentId, { messageId, blocks: index });
}

export function blockId(messageId: string, index: number): string {
  return `${messageId}:${index}`;
}
