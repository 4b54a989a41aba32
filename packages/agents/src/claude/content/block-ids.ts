/**
 * The ids of the blocks of messages, as `message:index`. No two blocks of a session share one. Each
 * line holds one block, and pieces name a block before its line comes, so blocks are counted.
 */
export interface BlockIds {
  /** The id of the next whole block of a message. */
  next(messageId: string, type: string): string;
  /** A stream begins a message. One with the id of an earlier message gets another name. */
  begin(messageId: string): void;
  /** The stream of a message is at a block of this type. */
  moveTo(messageId: string, index: number, type: string): void;
  /** The id of a block that comes in pieces. */
  ofPiece(messageId: string, index: number): string;
}

interface MessageBlocks {
  readonly name: string;
  /** How many messages had this id before. */
  readonly earlier: number;
  /** How many blocks came whole. */
  whole: number;
  /** The block that the stream is at. */
  streamed: number;
  /** The types of the blocks that the stream was at. Most messages have no stream. */
  pieced: Map<number, string> | undefined;
}

export function createBlockIds(): BlockIds {
  const messages = new Map<string, MessageBlocks>();

  const add = (messageId: string, earlier: number): MessageBlocks => {
    const name = earlier === 0 ? messageId : `${messageId}~${earlier + 1}`;
    const blocks = { name, earlier, whole: 0, streamed: 0, pieced: undefined };
    messages.set(messageId, blocks);
    return blocks;
  };

  const of = (messageId: string): MessageBlocks => messages.get(messageId) ?? add(messageId, 0);

  return {
    next(messageId, type) {
      const blocks = of(messageId);
      const index = blocks.pieced === undefined ? blocks.whole : indexOf(blocks, type);
      blocks.whole = index + 1;
      return `${blocks.name}:${index}`;
    },
    begin(messageId) {
      const known = messages.get(messageId);
      add(messageId, known === undefined ? 0 : known.earlier + 1);
    },
    moveTo(messageId, index, type) {
      const blocks = of(messageId);
      blocks.streamed = index;
      blocks.pieced ??= new Map();
      blocks.pieced.set(index, type);
    },
    ofPiece: (messageId, index) => `${of(messageId).name}:${index}`,
  };
}

/** The whole block is the one the stream is at, if it can be; else the next that isn't another's. */
function indexOf({ pieced, streamed, whole }: MessageBlocks, type: string): number {
  if (streamed >= whole && pieced?.get(streamed) === type) return streamed;
  let index = whole;
  while ((pieced?.get(index) ?? type) !== type) index += 1;
  return index;
}
